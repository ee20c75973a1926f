/** Longest OSC 9 or 777 sequence, introducer and terminator included, in bytes: at 2,048 Ghostty drops it whole. */
export const MAX_SEQUENCE_BYTES = 2_047;

/** Longest body in code points; kitty 0.26 cuts at 1,024. */
export const MAX_BODY_CODE_POINTS = 512;

/** Longest title in bytes of UTF-8, so that however long a title is, its body still has room. */
export const MAX_TITLE_BYTES = 1_024;

/** Longest OSC 99 payload in bytes before base64, from kitty's specification. */
export const MAX_OSC99_PAYLOAD_BYTES = 2_048;
