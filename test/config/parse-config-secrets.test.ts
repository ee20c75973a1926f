import { expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const MARKER = "s3cr3tMARKER";

/** Every place where somebody can write a value, right or wrong for it. */
const EVERYWHERE = {
  $schema: "V",
  version: "V",
  enabled: "V",
  language: "V",
  content: { project: "V", session: "V", host: "V", fullPath: ["V"], promptTitle: { k: "V" }, other: "V" },
  titles: { "agent-error": ["V"], "agent-completed": "V", other: "V" },
  prompts: { notify: "V", graceMs: "V", other: "V" },
  other: { deep: ["V", { k: "V" }] },
  channels: [
    "V",
    ["V"],
    { id: "V V", type: "bell" },
    { id: "a", type: "V" },
    { id: "b", type: "bell", enabled: "V" },
    { id: "c", type: "bell", events: ["V"] },
    { id: "d", type: "bell", events: "V" },
    { id: "e", type: "bell", modes: ["V"] },
    { id: "f", type: "bell", delayMs: "V" },
    { id: "g", type: "bell", bell: "V" },
    { id: "h", type: "bell", bell: { k: "V" } },
    { id: "i", type: "bell", webhook: { url: "V" }, other: "V" },
    { id: "V", type: "bell" },
    { id: "V", type: "bell" },
    ...["protocol", "fallback", "termPrograms", "tmuxPermission", "other"].map((key, index) => ({
      id: `o${index}`,
      type: "osc",
      osc: { [key]: "V" },
    })),
    { id: "p", type: "osc", osc: { termPrograms: { k: "V" } } },
    ...[
      { url: "V" },
      { url: "http://V@h/" },
      { url: "http://h/#V" },
      { url: "http://h/V\u0007" },
      { url: ["V"] },
      { url: "http://h/V", template: "V", preset: "V" },
      { url: "http://h/V", template: { k: "V" }, preset: "slack" },
      { url: "http://h/V", preset: "V" },
      { url: "http://h/V", headers: "V" },
      { url: "http://h/V", headers: { k: ["V"] } },
      { url: "http://h/V", headers: { k: "V\n" } },
      { url: "http://h/V", headers: { host: "V" } },
      { url: "http://h/V", secret: "V" },
      { url: "http://h/V", secret: ["V"] },
      { url: "http://h/V", secret: "whsec_V!" },
      { url: "http://h/V", preset: "telegram" },
      { url: "http://h/V", preset: "telegram", telegram: "V" },
      { url: "http://h/V", preset: "telegram", telegram: { chatId: "V" } },
      { url: "http://h/V", preset: "telegram", telegram: { chatId: ["V"], other: "V" } },
      { url: "http://h/V", preset: "bark", bark: { deviceKey: "V" } },
      { url: "http://h/push?V", preset: "bark", bark: { deviceKey: "V V" } },
      { url: "http://h/push?V", preset: "bark" },
      { url: "http://h/V", preset: "gotify", secret: "V" },
      { url: "http://h/V?token=V", preset: "gotify", gotify: { token: "V" } },
      { url: "http://h/V", preset: "gotify", gotify: { token: "V\u0007" } },
      { url: "http://h/V", preset: "pushover", pushover: { token: "V", user: "V" } },
      { url: "http://h/V", pushover: { token: "V", user: "V" } },
      { url: "http://h/V", timeoutMs: "V" },
      { url: "http://h/V", other: "V" },
      { url: "http://h/V${" + "NOTSET}" },
      { url: "http://h/V${" },
      { url: "http://h/V${ x }", secret: "V" },
    ].map((webhook, index) => ({ id: `w${index}`, type: "webhook", webhook })),
  ],
};

test.each([
  ["written in the file", MARKER, {}],
  ["from the environment", "${SECRET}", { SECRET: MARKER }],
  ["as a default", `\${UNSET:-${MARKER}}`, {}],
  ["beside an unset variable", `${MARKER}\${UNSET}`, {}],
  ["beside a reference that is none", `${MARKER}\${!}`, {}],
])("no warning holds a value (%s)", (_where, value, env) => {
  const text = JSON.stringify(EVERYWHERE, (key, entry: unknown) =>
    // An id is no secret: the lines name the channel by it.
    typeof entry === "string" && key !== "id" ? entry.replaceAll("V", () => value) : entry,
  );
  // In pieces, so that the limit on the number of warnings hides none.
  const { channels, ...others } = JSON.parse(text) as typeof EVERYWHERE;
  const files = [others, { channels: channels.slice(0, 14) }, ...channels.map((channel) => ({ channels: [channel] }))];
  const lines = files.flatMap((file) =>
    parseConfig(JSON.stringify(file), { file: "config.json", env, channels: CHANNELS }).warnings.map(
      ({ text: line }) => line,
    ),
  );
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) {
    expect(line.toLowerCase()).not.toContain(MARKER.toLowerCase());
    expect(line).toMatch(/^config\.json:\d+:\d+: [^\x00-\x1f\x7f-\x9f]+\.$/);
  }
});

test.each([`{"a": ${MARKER}}`, `{"a": "${MARKER}`, `${MARKER}`, `"${MARKER}"`, `{"a" "${MARKER}"}`, `{} ${MARKER}`])(
  "no syntax error quotes the file: %s",
  (text) => {
    const [warning] = parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS }).warnings;
    expect(warning?.text).not.toContain(MARKER);
  },
);
