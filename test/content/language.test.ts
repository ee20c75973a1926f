import { expect, it } from "vitest";
import { resolveLanguage } from "../../src/content/language.ts";

it.each([
  ["auto", {}, "en"],
  ["auto", { LANG: "zh_CN.UTF-8" }, "zh-CN"],
  ["auto", { LANG: "zh" }, "zh-CN"],
  ["auto", { LANG: "ZH_TW" }, "zh-CN"],
  ["auto", { LANG: "de_DE.UTF-8" }, "en"],
  ["auto", { LANG: "C" }, "en"],
  ["auto", { LANG: "zha_CN" }, "en"],
  ["auto", { LANG: "en_ZH" }, "en"],
  ["auto", { LC_ALL: "en_US.UTF-8", LC_MESSAGES: "zh_CN", LANG: "zh_CN" }, "en"],
  ["auto", { LC_ALL: "", LC_MESSAGES: "zh_CN", LANG: "en_US" }, "zh-CN"],
  ["auto", { LC_ALL: "", LC_MESSAGES: "", LANG: "zh_CN" }, "zh-CN"],
  ["en", { LANG: "zh_CN" }, "en"],
  ["zh-CN", { LANG: "en_US" }, "zh-CN"],
] as const)("%s with %o speaks %s", (setting, env, language) => {
  expect(resolveLanguage(setting, env)).toBe(language);
});
