import { dirname } from "node:path";
import type { ConfigFacts, DoctorFacts } from "./facts.ts";

/**
 * Opens a configuration file in the user's editor, and makes its folder first where the file is yet to be written.
 * None on Windows, whose shells know neither of these.
 */
export function editFile(path: string, platform: NodeJS.Platform, isAbsent = false): readonly string[] {
  if (platform === "win32") return [];
  return [...(isAbsent ? [`mkdir -p ${shellWord(dirname(path))}`] : []), `\${EDITOR:-vi} ${shellWord(path)}`];
}

/** The same for the global file. */
export function editConfig({ config, platform }: Pick<DoctorFacts, "platform"> & { config: ConfigFacts }) {
  return editFile(config.path, platform, config.isAbsent);
}

/** Sets a tmux option now, and for every server to come. */
export function setTmuxOption(option: string): readonly string[] {
  return [`tmux set -g ${option}`, `echo 'set -g ${option}' >> ~/.tmux.conf`];
}

/** Quoted where a shell would read something else; a leading `~/` stays one. */
function shellWord(path: string): string {
  const [home, rest] = path.startsWith("~/") ? ["~/", path.slice(2)] : ["", path];
  return home + (/^[\w@%+=:,./-]*$/.test(rest) ? rest : `'${rest.replaceAll("'", "'\\''")}'`);
}
