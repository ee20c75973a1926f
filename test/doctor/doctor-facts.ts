import { oscSchema } from "../../src/channels/osc/osc.schema.ts";
import type { DoctorFacts } from "../../src/commands/doctor/facts.ts";
import type { TmuxSettings } from "../../src/ports/surroundings.ts";
import type { TmuxReply } from "../../src/ports/tmux-client.ts";

type Answered<Of extends { kind: string }> = Extract<Of, { kind: "answered" }>;

const KITTY = { termType: "kitty(0.26.5)", termName: "xterm-kitty" };

/** A tmux that passes on what a visible pane writes. */
export const TMUX: Answered<TmuxReply> = {
  kind: "answered",
  ...{ sessionName: "work", windowIndex: "1", paneIndex: "0", sessionId: "$0", windowId: "@0", paneId: "%0" },
  ...{
    passthrough: "on",
    paneVisible: true,
    clients: [KITTY],
    everyClient: [{ ...KITTY, tty: "/dev/pts/1", showsWindow: true }],
  },
};

/** Its options, none of which is worth a word. */
export const SETTINGS: Answered<TmuxSettings> = {
  kind: "answered",
  ...{ version: "3.3a", focusEvents: true, monitorBell: true, bellAction: "any", visualBell: "off", clientPids: [9] },
};

/** A machine whose terminal is unknown, with every kind of channel. */
export const FACTS: DoctorFacts = {
  language: "en",
  env: {},
  platform: "linux",
  config: {
    ...{ enabled: true, isSilentChild: false, warnings: [], project: { kind: "absent" }, isAbsent: false },
    path: "~/.pi/agent/extensions/pi-notify/config.json",
  },
  channels: {
    ids: ["terminal", "bell", "desktop", "hook"],
    osc: [{ id: "terminal", config: oscSchema.parse({}) }],
    bells: ["bell"],
    desktops: [{ id: "desktop", config: { when: "always" } }],
    posting: [],
  },
  tmux: { kind: "outside" },
  settings: { kind: "outside" },
  layers: [],
  desktop: { kind: "linux", hasProgram: true, service: "there" },
  extensions: [],
};
