/** Tests that `npm run test:fast` leaves out. */
export interface SlowTests {
  readonly folder: string;
  /** Names of test files without `.test.ts`; absent for everything in the folder and below it. */
  readonly files?: readonly string[];
  readonly why: string;
}

/** Everything that is slow or starts a program, a server or a browser. `npm test` runs these too. */
export const SLOW_TESTS: readonly SlowTests[] = [
  { folder: "test/real-pi", why: "the real Pi" },
  { folder: "test/fake-pi", why: "the real Pi beside the fake one" },
  { folder: "test/packaging", why: "npm and the real Pi" },
  { folder: "test/desktop", why: "desktops, terminals and D-Bus" },
  { folder: "test/visualizer/browser", why: "a browser" },
  { folder: "test/rig", why: "desktops and D-Bus" },
  { folder: "test/secrets", why: "servers and every failure of them" },
  { folder: "test/leak", why: "a thousand runs in a process of their own" },
  { folder: "test/api", files: ["document"], why: "the built package" },
  { folder: "test/docs", files: ["citations"], why: "git" },
  { folder: "test/structure", files: ["import-rules"], why: "git and a process" },
  { folder: "test/live", files: ["live-server"], why: "servers" },
  { folder: "test/inspector", why: "a server and a process" },
  { folder: "test/stately", why: "a process" },
  { folder: "test/adapters/programs", why: "programs" },
  { folder: "test/adapters/tmux", why: "tmux" },
  { folder: "test/adapters/terminal", files: ["terminal-writer", "tty-writer"], why: "sockets and terminals" },
  { folder: "test/adapters/http", files: ["host-lookup", "http-client", "warm-up"], why: "servers and processes" },
  { folder: "test", files: ["setup"], why: "programs" },
  { folder: "test/adapters/clock", files: ["clock", "wait-at-most"], why: "a process and a server" },
  {
    folder: "test/channels",
    files: ["notify-send", "ntfy-conformance", "ntfy-faults", "ntfy-server", "webhook"],
    why: "servers and D-Bus",
  },
  { folder: "test/channels/presets", files: ["services"], why: "servers" },
  { folder: "test/commands", files: ["export"], why: "a process" },
  { folder: "test/config", files: ["migrating"], why: "a module of its own in place of a package" },
  { folder: "test/config", files: ["read-config-file"], why: "a program" },
  {
    folder: "test/doctor",
    files: ["desktop", "layers", "reach", "tmux", "typed"],
    why: "tmux, screen, ssh, D-Bus and servers",
  },
  {
    folder: "test/extension",
    files: [
      "containment",
      "extension",
      "hanging-parts",
      "project-config",
      "session-faults",
      "trace-commands",
      "visualize",
    ],
    why: "servers",
  },
  { folder: "test/trace", files: ["cli"], why: "a process" },
  {
    folder: "test/model",
    files: [
      "exploration-first-half",
      "exploration-second-half",
      "extension-paths",
      "paths",
      "pi-paths",
      "random-walks",
      "scheduled-walks",
      "seeded-faults",
    ],
    why: "long searches, and the real Pi",
  },
  { folder: "test", files: ["bench", "demo", "rig"], why: "the real Pi and tmux" },
];

/** For Vitest's `exclude`. */
export function globsOf({ folder, files }: SlowTests): readonly string[] {
  return files === undefined ? [`${folder}/**`] : files.map((name) => `${folder}/${name}.test.ts`);
}

export function isSlow(file: string): boolean {
  return SLOW_TESTS.some(({ folder, files }) =>
    files === undefined ? file.startsWith(`${folder}/`) : files.some((name) => file === `${folder}/${name}.test.ts`),
  );
}
