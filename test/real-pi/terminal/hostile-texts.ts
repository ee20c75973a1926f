/** A text that somebody may have put into a name, and what people may be shown of it (R20). */
export interface HostileText {
  readonly kind: string;
  readonly text: string;
  /** Empty: nothing visible is in it, so there is no such line. */
  readonly shown: string;
}

const FAMILY = "👨‍👩‍👧‍👦";

/** Kept to what a name of Pi's session can be: Pi itself turns line breaks into spaces and trims. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  { kind: "BEL, and an OSC that sets the title", text: "a\x07b\x1b]0;X\x07c", shown: "a bc" },
  { kind: "colours and cursor movements", text: "\x1b[2J\x1b[31mred\x1b[0m \x1b[10;5Hfar", shown: "red far" },
  { kind: "an ESC at the end", text: "end\x1b", shown: "end" },
  { kind: "an OSC that never ends", text: "a\x1b]52;c;AAAA", shown: "a 52;c;AAAA" },
  { kind: "C1 controls", text: "x\u009d0;evil\u009cy\u0085z\u009c\u0090", shown: "xy z" },
  { kind: "an OSC 8 link", text: "\x1b]8;;http://evil.example\x1b\\label\x1b]8;;\x1b\\ end", shown: "label end" },
  { kind: "a way out of tmux passthrough", text: "a\x1bPtmux;\x1b\x1b]0;X\x07\x1b\\b", shown: "ab" },
  { kind: "bidirectional controls", text: "a\u202eb\u2066c\u2069\u200f d\u061c", shown: "abc d" },
  { kind: "plain right-to-left text", text: "שלום עולם", shown: "שלום עולם" },
  { kind: "lone surrogates", text: "a\ud800b\udc00c", shown: "a\ufffdb\ufffdc" },
  { kind: "an emoji family", text: `${FAMILY} home`, shown: `${FAMILY} home` },
  { kind: "10 kB of emoji families", text: FAMILY.repeat(410), shown: `${FAMILY.repeat(14)}…` },
  { kind: "10 kB of one letter", text: "x".repeat(10_240), shown: `${"x".repeat(99)}…` },
  { kind: "10 kB of escape sequences", text: `deep${"\x1b[1m".repeat(2_560)} sea`, shown: "deep sea" },
  { kind: "what looks like an option", text: "--urgency=critical", shown: "urgency=critical" },
  { kind: "the separators of OSC and JSON", text: '1;2·"3\\"4', shown: '1;2·"3\\"4' },
  { kind: "markup", text: "<b>a</b> &amp; <img/>", shown: "<b>a</b> &amp; <img/>" },
  { kind: "what C reads as other characters", text: "C:\\new\\101\\", shown: "C:\\new\\101\\" },
  { kind: "quotes of every shell", text: "'; calc ‘; calc’ `x` $(x)", shown: "'; calc ‘; calc’ `x` $(x)" },
  { kind: "nothing visible", text: "\u200b\u2060\ufeff", shown: "" },
];
