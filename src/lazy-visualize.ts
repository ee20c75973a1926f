/** What only `/notify visualize` needs: a page to write, and a server for those who want to watch. */
export { visualizeLines } from "./commands/visualize/visualize.ts";
