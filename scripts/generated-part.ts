/**
 * A document with one generated part replaced. In the document the part stands between
 * `<!-- npm run docs: NAME -->` and the next `<!-- / -->`.
 * @throws Error when the document has no such place
 */
export function withGeneratedPart(document: string, name: string, part: string): string {
  const begin = `<!-- npm run docs: ${name} -->`;
  const start = document.indexOf(begin);
  const end = document.indexOf("<!-- / -->", start);
  if (start === -1 || end === -1) throw new Error(`no place for ${name}: write ${begin} and <!-- / -->`);
  return `${document.slice(0, start + begin.length)}\n\n${part}\n\n${document.slice(end)}`;
}
