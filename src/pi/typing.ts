// Answers and reports that a terminal sends by itself (ECMA-48, xterm control sequences): focus, device attributes,
// cursor position, modes, keyboard flags, colours and names, mouse.
const REPORT =
  /\x1b(?:\[[IO]|\[[?>=][\d;:]*\$?[a-zA-Z]|\[\d+;\d+R|\[<[\d;]+[mM]|\[M[\s\S]{3}|[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/** Whether raw terminal input holds anything that a person typed, and not only what the terminal reports. */
export function isTyping(data: string): boolean {
  return data.replace(REPORT, "") !== "";
}
