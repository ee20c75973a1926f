/** What only `/notify doctor` needs: its questions and judgements. */
export { examine, reportLines } from "./commands/doctor/run-doctor.ts";
