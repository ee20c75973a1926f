/**
 * A process that has nothing to do but a live server: it prints the server's port and token, and goes on until its
 * standard input ends.
 */
import { startLiveServer } from "../../src/live/live-server.ts";
import { startTracedSession } from "../trace/traced-session.ts";
import { STAND_IN_PAGE } from "./stand-in-page.ts";

const { followTrace } = startTracedSession().runtime;
if (followTrace === undefined) throw new Error("nothing is recorded");
const { port, token } = await startLiveServer({ page: STAND_IN_PAGE, followTrace });
console.log(JSON.stringify({ port, token }));
process.stdin.resume();
