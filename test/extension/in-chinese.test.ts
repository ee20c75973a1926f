import { expect, it } from "vitest";
import { columnsOf } from "../../src/content/wrap-text.ts";
import { startExtension } from "./started-extension.ts";

const CHANNELS = [
  { id: "terminal", type: "osc" },
  { id: "bell", type: "bell" },
  { id: "desktop", type: "desktop" },
  { id: "hook", type: "webhook", modes: ["rpc"], webhook: { url: "http://127.0.0.1:1/secret" } },
  { id: "off", type: "ntfy", enabled: false, ntfy: { topic: "t" } },
];
const CHINESE = { language: "zh-CN", channels: CHANNELS };
const ENV = { TERM: "xterm-256color", LANG: "en_US.UTF-8" };

it("/notify status speaks the configured language, in lines of at most 80 columns", async () => {
  await using extension = await startExtension(CHINESE, { env: ENV });
  const lines = await extension.answer("status");
  expect(lines).toEqual([
    "pi-notify 已启用，语言 zh-CN，模式 tui",
    "终端：没有识别出来，尝试 OSC 9",
    "多路复用器：不在 tmux 里",
    "terminal：终端通知（自动识别，认不出时用 osc9），就绪；上次：还没有",
    "bell：终端响铃，就绪；上次：还没有",
    "desktop：桌面通知（仅当终端显示不了时），会被跳过（unsupported）；上次：还没有",
    "hook：webhook，发往 127.0.0.1:1，在 tui 模式下不通知；上次：还没有",
    "off：ntfy，disabled；上次：还没有",
    "下一步：/notify test 看看能否收到通知。",
  ]);
  for (const line of lines) expect(columnsOf(line), line).toBeLessThanOrEqual(80);
});

it.each<[args: string, ...lines: (string | RegExp)[]]>([
  ["test bell", "bell：已写入"],
  ["test phone", "没有这个渠道。已配置：terminal、bell、desktop、hook、off"],
  ["mute", /^用法：\/notify status \| test \[channel\] \|/],
  ["trust off", /./],
  ["export no/such/trace.json", /^没有写入 .*no\/such\/trace\.json：所在的文件夹不存在。$/],
  ["visualize", "还没有构建查看器的网页，请先运行 `npm run build`。"],
  ["config", /^全局文件：.*config\.json，生效$/, "项目文件：.pi/pi-notify.json，不存在"],
])("/notify %s answers in Chinese", async (args, ...lines) => {
  await using extension = await startExtension(CHINESE, { env: ENV, viewerPage: "/no/such/page.html" });
  const said = await extension.answer(args);
  for (const [index, line] of lines.entries()) {
    expect(said[index]).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
  }
});

it("/notify doctor speaks the configured language, and the environment's where the file has none", async () => {
  await using configured = await startExtension(CHINESE, { env: ENV });
  expect((await configured.answer("doctor"))[0]).toMatch(/^pi-notify doctor：问题 \d+ 个，提示 \d+ 条$/);
  await using local = await startExtension({ ...CHINESE, language: "auto" }, { env: { ...ENV, LANG: "zh_CN.UTF-8" } });
  expect((await local.answer("doctor"))[0]).toMatch(/^pi-notify doctor：/);
  await using english = await startExtension({ ...CHINESE, language: "auto" }, { env: ENV });
  expect((await english.answer("doctor"))[0]).toMatch(/^pi-notify doctor: /);
});
