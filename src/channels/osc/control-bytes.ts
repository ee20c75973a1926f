export const ESC = "\x1b";
export const BEL = "\x07";
/** Operating System Command: introduces every sequence of this channel. */
export const OSC = `${ESC}]`;
/** String Terminator in its 7-bit form, which every terminal and tmux accept. */
export const ST = `${ESC}\\`;
