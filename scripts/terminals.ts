/**
 * Which of the terminals installed here shows a notification, and by which protocol: each is opened on a screen and a
 * bus of its own and given all three, in front and behind another window.
 *
 * `npm run terminals [-- PROGRAM …]`: a line for each; then what is missing and how to get it. It exits 1 where a
 * terminal contradicts the table of the code (src/channels/osc/terminals.ts), 2 where a terminal did not run.
 */
import { EMULATORS } from "../rig/desktop/emulators.ts";
import { showInEmulator } from "../rig/desktop/show-in-emulator.ts";
import { findProgram } from "../rig/system-parts.ts";
import { contradictions } from "./terminal-contradictions.ts";

const wanted = process.argv.slice(2);
const chosen = EMULATORS.filter(({ program }) => wanted.length === 0 || wanted.includes(program));
const isInstalled = ({ program }: { readonly program: string }) => findProgram(program) !== undefined;

let code = 0;
for (const emulator of chosen.filter(isInstalled)) {
  try {
    const found = await showInEmulator(emulator);
    const places = Object.entries(found.shown).map(
      ([place, protocols]) => `${place} ${protocols.length === 0 ? "none" : protocols.join(", ")}`,
    );
    const bell = found.ofTheBell > 0 ? "; a pop-up of its own for a bell" : "";
    console.log(`${`${emulator.program} ${found.version}`.padEnd(24)} ${places.join("; ")}${bell}`);
    for (const contradiction of contradictions(emulator, found)) {
      console.log(`  against the table: ${contradiction}`);
      code = 1;
    }
  } catch (error) {
    console.log(`${emulator.program.padEnd(24)} did not run: ${error instanceof Error ? error.message : error}`);
    code ||= 2;
  }
}

const missing = chosen.filter((emulator) => !isInstalled(emulator));
if (missing.length > 0) {
  const packages = [...new Set(missing.flatMap((emulator) => emulator.packages))];
  console.log(`\nnot installed: ${missing.map(({ program }) => program).join(", ")}`);
  console.log(`sudo apt-get install -y --no-install-recommends ${packages.join(" ")}`);
}
process.exit(code);
