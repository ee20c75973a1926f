/**
 * A file for version 1 of `@xzzpig/pi-notify` with every key of that format (facts from its published schema), and what
 * it means there. It must load unchanged and mean the same here.
 */
export const OLDER_FORMAT = {
  file: {
    $schema: "https://elsewhere.example/config.schema.json",
    $comment: "copied from the other project's example",
    version: 1,
    enabled: true,
    herdr: { enabled: false },
    channels: [
      {
        id: "terminal",
        type: "osc",
        enabled: true,
        events: ["agent-completed", "permission-required", "context-compacted"],
        osc: { fallback: "osc777", termPrograms: { SomeTerminal: "osc99" } },
      },
      {
        id: "phone",
        type: "ntfy",
        events: ["agent-error", "input-required"],
        ntfy: {
          serverUrl: "https://ntfy.example/prefix",
          topic: "${TOPIC}",
          token: "${TOKEN}",
          priority: 2,
          timeoutMs: 2500,
          icon: "https://icons.example/pi.png",
          eventOptions: { "agent-error": { priority: 5 }, "permission-required": { priority: 4, icon: null } },
        },
      },
    ],
  },
  env: { TOPIC: "my-topic", TOKEN: "tk_$abc" },
  meaning: {
    enabled: true,
    channels: [
      {
        id: "terminal",
        type: "osc",
        enabled: true,
        events: ["agent-completed", "permission-required", "context-compacted"],
        config: { protocol: "auto", fallback: "osc777", termPrograms: { SomeTerminal: "osc99" } },
      },
      {
        id: "phone",
        type: "ntfy",
        enabled: true,
        events: ["agent-error", "input-required"],
        config: {
          serverUrl: "https://ntfy.example/prefix",
          topic: "my-topic",
          token: "tk_$abc",
          priority: 2,
          timeoutMs: 2500,
          icon: "https://icons.example/pi.png",
          eventOptions: { "agent-error": { priority: 5 }, "permission-required": { priority: 4, icon: null } },
        },
      },
    ],
  },
};
