/** Introducers of control strings, 7-bit second byte and C1 code point alike, folded to the 7-bit letter. */
const OSC = "]";
const CSI = "[";
const C1_TO_LETTER: Readonly<Record<string, string>> = {
  "\u0090": "P",
  "\u0098": "X",
  "\u009b": CSI,
  "\u009d": OSC,
  "\u009e": "^",
  "\u009f": "_",
};
/** DCS, SOS, PM and APC, which only ST ends. */
const STRING_LETTERS: ReadonlySet<string | undefined> = new Set(["P", "X", "^", "_"]);

/** What may start an escape sequence: ESC, or the C1 forms of CSI, OSC, DCS, SOS, PM and APC. */
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/g;
/** Parameters, intermediates and the final byte of a CSI sequence (ECMA-48 5.4). */
const CSI_REST = /[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]/y;
/** The rest of a designation such as `ESC ( B`. A space is no intermediate here: `ESC` before a word is no sequence. */
const DESIGNATION_REST = /[\x21-\x2f]+[\x30-\x7e]/y;
/** Everything a control string can run through: up to a terminator, a cancel or the next introducer. */
const STRING_REST = /[^\x07\x18\x1a\x1b\x80-\x9f]*/y;
const STRING_REST_WITH_BEL = /[^\x18\x1a\x1b\x80-\x9f]*/y;

const LONE_SURROGATE = /\p{Surrogate}/gu;
const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;
/** Bidirectional controls, soft hyphen, zero-width space, word joiner, invisible operators, BOM and tags (R20). */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
/** Nothing that takes a column: joiners, variation selectors, fillers and combining marks without a base. */
const ONLY_ZERO_WIDTH = /^[\s\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]*$/u;

/**
 * Makes a text safe for every channel: one line, no control character, well-formed Unicode (R20).
 * Complete escape sequences vanish, of which the label of an OSC 8 link is no part; of an unfinished one
 * only the introducer is lost. The result may be empty, never begins with `-`, and takes time linear in the input.
 */
export function sanitizeText(text: string): string {
  const line = removeEscapeSequences(text.replace(LONE_SURROGATE, "\ufffd"))
    .replace(CONTROL, " ")
    .replace(INVISIBLE, "")
    .replace(/\s+/g, " ")
    .replace(/^[ -]+/, "")
    .trim();
  return ONLY_ZERO_WIDTH.test(line) ? "" : line;
}

function removeEscapeSequences(text: string): string {
  let kept = "";
  let from = 0;
  /** Where the last control string stopped: one that starts before this point finds no end either. */
  let noEndBefore = 0;
  INTRODUCER.lastIndex = 0;
  for (let match = INTRODUCER.exec(text); match !== null; match = INTRODUCER.exec(text)) {
    const start = match.index;
    const sevenBit = match[0] === "\x1b";
    const letter = sevenBit ? text[start + 1] : C1_TO_LETTER[match[0]];
    const rest = start + (sevenBit ? 2 : 1);
    kept += text.slice(from, start);

    let end: number | undefined;
    let introducerEnd = rest;
    if (letter === CSI) {
      end = matchEnd(CSI_REST, text, rest);
    } else if (letter === OSC) {
      end = oscEnd(text, rest);
    } else if (STRING_LETTERS.has(letter)) {
      if (start >= noEndBefore) ({ end, stoppedAt: noEndBefore } = controlStringEnd(text, rest));
    } else if (letter === "\\") {
      end = rest;
    } else {
      end = matchEnd(DESIGNATION_REST, text, start + 1);
      introducerEnd = start + 1;
    }

    // An unfinished sequence leaves a gap, so that the words around it do not grow together.
    if (end === undefined) kept += " ";
    from = end ?? introducerEnd;
    INTRODUCER.lastIndex = from;
  }
  return kept + text.slice(from);
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Where the string terminator at `at` ends, `ESC \` or U+009C. */
function terminatorEnd(text: string, at: number): number | undefined {
  if (text[at] === "\u009c") return at + 1;
  return text[at] === "\x1b" && text[at + 1] === "\\" ? at + 2 : undefined;
}

/** BEL or ST ends an OSC; another ESC or C1 control cancels it. */
function oscEnd(text: string, at: number): number | undefined {
  const stop = matchEnd(STRING_REST, text, at) ?? at;
  return text[stop] === "\x07" ? stop + 1 : terminatorEnd(text, stop);
}

/** ST ends a DCS, SOS, PM or APC. A doubled ESC stays inside: that is how tmux passthrough carries sequences. */
function controlStringEnd(text: string, at: number): { end?: number; stoppedAt: number } {
  for (let position = at; ; position += 2) {
    position = matchEnd(STRING_REST_WITH_BEL, text, position) ?? position;
    const end = terminatorEnd(text, position);
    if (end !== undefined) return { end, stoppedAt: end };
    if (!text.startsWith("\x1b\x1b", position)) return { stoppedAt: position };
  }
}
