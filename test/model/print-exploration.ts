/** `npm run explore [-- --long] [-- name]`: explores scopes to their fixed points and prints how large each is. */

import { explore } from "../../src/model/explore.ts";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { LONG_SCOPES, SCOPES } from "../../src/model/scopes.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";

const [wanted = ""] = process.argv.slice(2).filter((argument) => argument !== "--long");
const scopes = process.argv.includes("--long") ? [...SCOPES, ...LONG_SCOPES] : SCOPES;
const session = new SessionUnderTest(provideSessionMachine);

console.log("| scope | states | transitions | depth | s | left out | deadlocks |\n|---|---|---|---|---|---|---|");
for (const scope of scopes.filter(({ name }) => name.includes(wanted))) {
  const { states, transitions, depth, seconds, ambiguous, deadlocks } = explore(scope, session);
  const cells = [scope.name, states, transitions, depth, seconds.toFixed(1), ambiguous, deadlocks.length];
  console.log(`| ${cells.join(" | ")} |`);
  if (deadlocks.length > 0) process.exitCode = 1;
}
