import { fileURLToPath } from "node:url";

export interface LiveAddress {
  readonly port: number;
  readonly token: string;
}

/** What `/notify visualize live` answered with. @throws Error where there is no such address */
export function liveAddress(answer: string): LiveAddress {
  const form = /^http:\/\/127\.0\.0\.1:(\d+)\/\?token=([\w-]{32})$/m;
  const [, port, token] = form.exec(answer) ?? [];
  if (port === undefined || token === undefined) throw new Error(`no address in: ${answer}`);
  return { port: Number(port), token };
}

/** The pages that `/notify visualize` says it wrote. */
export function pagePaths(answer: string): string[] {
  return (answer.match(/^(?:info: )?file:\/\/\/.*$/gm) ?? []).map((line) => fileURLToPath(line.replace(/^info: /, "")));
}
