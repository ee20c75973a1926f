/**
 * `npm run picture`: the pictures of the READMEs. The real Pi in the real tmux in the real kitty on a virtual screen,
 * and dunst, a real notification daemon, shows what the terminal asks for; only the model reads from a script.
 * Besides what `npm run setup` knows it needs dunst, xdotool, ImageMagick and the fonts JetBrains Mono, Inter and
 * Noto Sans CJK.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "../rig/clean-environment.ts";
import { startSessionBus } from "../rig/desktop/session-bus.ts";
import { firstLine, startProgram } from "../rig/desktop/started-program.ts";
import { startVirtualScreen } from "../rig/desktop/virtual-screen.ts";
import { startPiInTmux } from "../rig/pi-in-tmux.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { TmuxServer } from "../rig/tmux-server.ts";
import type { Language } from "../src/notices/event-table.ts";
import { text, toolCalls } from "../src/testing/model-answers.ts";
import { waitUntil } from "../src/testing/wait-until.ts";

interface Words {
  readonly file: string;
  readonly request: string;
  readonly reply: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    file: "notification.png",
    request: "Cut long titles without tearing an emoji, and run the tests.",
    reply: "Titles are now cut between graphemes, so an emoji family stays whole. All three tests pass.",
  },
  "zh-CN": {
    file: "notification.zh-CN.png",
    request: "截断长标题时不要拆开表情符号，然后运行测试。",
    reply: "标题现在按字素截断，一家人的表情保持完整。三个测试全部通过。",
  },
};

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const PICTURES = join(REPOSITORY, "docs", "pictures");
/** How the host calls itself in the picture. */
const HOST_PRELOAD = new URL("../test/real-pi/terminal/hostile-host.ts", import.meta.url).href;

const SCREEN = { width: 1440, height: 912 } as const;
const WINDOW = { left: 60, top: 52, width: 1320, height: 808 } as const;

const KITTY_SETTINGS = [
  "update_check_interval=0",
  "linux_display_server=x11",
  "confirm_os_window_close=0",
  "shell_integration=disabled",
  "enable_audio_bell=no",
  "cursor_blink_interval=0",
  "remember_window_size=no",
  `initial_window_width=${WINDOW.width}`,
  `initial_window_height=${WINDOW.height}`,
  "window_padding_width=14",
  "font_family=JetBrains Mono",
  "symbol_map=U+2E80-U+9FFF,U+FF00-U+FFEF Noto Sans Mono CJK SC",
  "font_size=13",
  "disable_ligatures=always",
  "background=#16171d",
];

const DUNST_SETTINGS = `[global]
  font = Inter, Noto Sans CJK SC 13
  origin = top-right
  offset = 28x28
  width = (300, 420)
  corner_radius = 12
  frame_width = 1
  frame_color = "#5a5f6e"
  padding = 18
  horizontal_padding = 22
  line_height = 5
  icon_position = off
  show_indicators = no
  format = "<span size='115%' weight='bold'>%s</span>\\n%b"
  markup = full
[urgency_normal]
  background = "#2b2e39"
  foreground = "#e8eaf0"
  timeout = 0
`;

const TMUX_OPTIONS = {
  "allow-passthrough": "on",
  "base-index": "2",
  "pane-base-index": "1",
  "window-size": "latest",
  status: "on",
  "status-left": " work  ",
  "status-right": "",
  "status-style": "bg=#22252e,fg=#a8adbb",
  "window-status-format": " #I #W ",
  "window-status-current-format": " #I #W ",
  "window-status-current-style": "bg=#89b4fa,fg=#16171d,bold",
  "automatic-rename": "off",
  "terminal-features": "xterm-kitty:RGB",
};

const BEFORE = `export function cutTitle(title, length) {
  return title.length > length ? title.slice(0, length - 1) + "…" : title;
}
`;
const AFTER = [
  "  const graphemes = Array.from(new Intl.Segmenter().segment(title), (part) => part.segment);",
  '  return graphemes.length > length ? graphemes.slice(0, length - 1).join("") + "…" : title;',
].join("\n");
const TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { cutTitle } from "./src/title.js";
test("a short title stays", () => assert.equal(cutTitle("short", 9), "short"));
test("a long title ends in an ellipsis", () => assert.equal(cutTitle("longer", 3), "lo…"));
test("an emoji family is never torn", () => assert.equal(cutTitle("👨‍👩‍👧‍👦ab", 2), "👨‍👩‍👧‍👦…"));
`;

for (const language of ["en", "zh-CN"] as const) await takePicture(language);

async function takePicture(language: Language): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const words = WORDS[language];
  const home = stack.use(makeScratchFolder()).path;
  const project = writeProject(home);
  const screen = stack.use(await startVirtualScreen(`${SCREEN.width}x${SCREEN.height}`));
  const bus = stack.use(await startSessionBus());
  const env: Record<string, string> = {
    ...cleanEnvironment({ home }),
    ...screen.env,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    XDG_RUNTIME_DIR: bus.runtimeFolder,
  };
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { env, encoding: "utf8", timeout: 20_000 });

  const background = join(home, "background.png");
  run("convert", "-size", `${SCREEN.width}x${SCREEN.height}`, "gradient:#29344f-#5b4a6d", background);
  // It does it, and ends with 1 all the same.
  spawnSync("display", ["-window", "root", background], { env, timeout: 20_000 });
  const settings = join(home, "dunstrc");
  writeFileSync(settings, DUNST_SETTINGS);
  const dunst = stack.use(
    startProgram("dunst", ["-conf", settings, "-print"], { env, stdio: ["ignore", "pipe", "ignore"] }),
  );
  const notified = firstLine(dunst.child);

  const hostFile = join(home, "host");
  writeFileSync(hostFile, JSON.stringify("dev-server"));
  const server = stack.use(await TmuxServer.start({ options: TMUX_OPTIONS }));
  const pi = stack.use(
    await startPiInTmux({
      server,
      attach: false,
      extensions: [REPOSITORY],
      cwd: project,
      env: { HOME: home, COLORTERM: "truecolor", NODE_OPTIONS: `--import=${HOST_PRELOAD}`, RIG_HOST: hostFile },
      config: { language, channels: [{ id: "terminal", type: "osc" }] },
      settings: { quietStartup: true, theme: "dark" },
    }),
  );
  await server.run("rename-window", "-t", pi.pane, "pi");
  await server.run("new-window", "-d", "-t", "work:1", "-n", "editor", "cat");
  const kitty = KITTY_SETTINGS.flatMap((setting) => ["-o", setting]);
  const { TERM: _kittySetsIt, ...kittyEnv } = env;
  stack.use(
    startProgram("kitty", ["--config", "NONE", ...kitty, ...server.attachCommand("work")], {
      env: { ...kittyEnv, LIBGL_ALWAYS_SOFTWARE: "1", KITTY_CONFIG_DIRECTORY: home, KITTY_CACHE_DIRECTORY: home },
      stdio: "ignore",
    }),
  );
  await server.waitForClient("work");
  const window = run("xdotool", "search", "--sync", "--class", "kitty").split("\n")[0] ?? "";
  run("xdotool", "windowmove", window, String(WINDOW.left), String(WINDOW.top));

  pi.model.answer(
    toolCalls({
      name: "edit",
      args: { path: "src/title.js", edits: [{ oldText: BEFORE.split("\n")[1], newText: AFTER }] },
    }),
    toolCalls({ name: "bash", args: { command: "node --test --test-reporter=spec | grep ✔" } }),
    text(words.reply),
  );
  await pi.prompt(words.request);
  await pi.waitForEvent("agent_settled", 1, 60_000);
  await notified;

  mkdirSync(PICTURES, { recursive: true });
  const picture = join(PICTURES, words.file);
  const png = ["-depth", "8", "-strip", "-define", "png:exclude-chunks=date,time,tEXt", "-quality", "95"];
  let before: Buffer | undefined;
  await waitUntil("the screen to stand still", () => {
    run("import", "-window", "root", ...png, picture);
    const now = readFileSync(picture);
    const isStill = before?.equals(now) ?? false;
    before = now;
    return isStill;
  });
  console.log(picture);
}

/** A small project with a fault for Pi to fix. */
function writeProject(home: string): string {
  const project = join(home, "src", "pi-notify");
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(project, "src", "title.js"), BEFORE);
  writeFileSync(join(project, "title.test.js"), TESTS);
  execFileSync("git", ["init", "-q", "-b", "main", project]);
  return project;
}
