/** In place of the viewer: it has what the real page has, a script and a style, and ends as HTML does. */
export const STAND_IN_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>viewer</title><style>body { color: red }</style></head>
<body>
<p>The viewer stands here.</p>
<script type="module">document.title = "</body> in a script";</script>
</body>
</html>
`;

/** What a browser would find in the page's last element. @throws Error if it does not find one */
export function embeddedTrace(page: string): unknown {
  const pattern = /<script type="application\/json" id="trace">([^<]*)<\/script>\s*<\/body>\s*<\/html>\s*$/;
  const [, json] = pattern.exec(page) ?? [];
  if (json === undefined) throw new Error(`no trace in ${page.slice(-200)}`);
  return JSON.parse(json);
}
