import { defineMessages, type MessageOf } from "./define-messages.ts";
import { ruleMessages } from "./rules.messages.ts";

/** What is wrong in a configuration file, after the name of its key, and what happens now. None quotes a value (R15). */
export const configMessages = defineMessages({
  ...ruleMessages,

  isFolder: { en: "is a directory; put a JSON file in its place", zh: "是文件夹，请换成 JSON 文件" },
  isNoRegularFile: { en: "is not a regular file; put a JSON file in its place", zh: "不是普通文件，请换成 JSON 文件" },
  isTooLarge: { en: "is over 1 MiB; make it smaller", zh: "超过 1 MiB，请改小" },
  isNoUtf8: { en: "is not UTF-8 text; save it as UTF-8", zh: "不是 UTF-8 文本，请存为 UTF-8" },
  isBrokenLink: { en: "is a link to a file that does not exist", zh: "是链接，指向的文件不存在" },
  isCircularLink: { en: "is a link that leads back to itself", zh: "是指向自身的链接" },
  isLinkOut: {
    en: "is a link that leads out of the project; put a file in its place",
    zh: "是指向项目之外的链接，请换成文件",
  },
  isForbidden: { en: "may not be read; check its permissions", zh: "没有读取权限，请检查权限" },
  isUnreadable: { en: "cannot be read", zh: "无法读取" },
  isUnreadableFor: { en: "cannot be read ({code})", zh: "无法读取（{code}）" },
  isIncomprehensible: { en: "could not be understood", zh: "无法理解" },

  jsonEmpty: { en: "the file is empty; write {} for the defaults", zh: "文件是空的；要用默认设置就写 {}" },
  jsonInvalid: { en: "this is not valid JSON", zh: "这不是有效的 JSON" },
  jsonSymbol: {
    en: "this is not a JSON value; write texts in double quotes",
    zh: "这不是 JSON 值；文本要写在双引号里",
  },
  jsonNumber: { en: "this is not a JSON number", zh: "这不是 JSON 数字" },
  jsonKey: { en: "expected a key in double quotes", zh: "这里应为双引号里的键" },
  jsonValue: { en: "expected a value", zh: "这里应为一个值" },
  jsonColon: { en: "expected a colon after the key", zh: "键后面应有冒号" },
  jsonComma: { en: "expected a comma", zh: "这里应有逗号" },
  jsonBrace: { en: "expected a closing }", zh: "缺少右花括号 }" },
  jsonBracket: { en: "expected a closing ]", zh: "缺少右方括号 ]" },
  jsonEnd: { en: "expected nothing more after the closing bracket", zh: "右括号之后不应再有内容" },
  jsonComment: { en: "expected // or /* for a comment", zh: "注释应以 // 或 /* 开头" },
  jsonCommentEnd: { en: "this comment has no end; expected */", zh: "这条注释没有结束；应有 */" },
  jsonTextEnd: { en: "this text has no closing double quote on its line", zh: "这段文本在本行没有右双引号" },
  jsonNumberEnd: { en: "this number is cut short", zh: "这个数字不完整" },
  jsonUnicode: { en: "expected four hexadecimal digits after \\u", zh: "\\u 之后应有四位十六进制数字" },
  jsonEscape: {
    en: "a backslash in a text is written twice, so a plain dollar is \\\\$",
    zh: "文本里的反斜杠要写两次，所以普通的美元符号写作 \\\\$",
  },
  jsonControl: {
    en: "a control character cannot stand in a text; write \\n or \\t",
    zh: "文本里不能有控制字符；请写 \\n 或 \\t",
  },
  jsonDepth: { en: "this is nested more than {levels} levels deep", zh: "这里嵌套超过 {levels} 层" },
  jsonSize: { en: "the file holds too much to be a configuration", zh: "文件内容太多，不像是配置" },
  noObject: { en: "the file must hold an object: { … }", zh: "文件内容应为一个对象：{ … }" },
  refusedKey: { en: "is refused: no key may be called {key}", zh: "不能用：键不能叫 {key}" },
  repeatedKey: { en: "is repeated here; keep one of them", zh: "在这里重复了；请只保留一个" },
  unknownKey: { en: "is not a known key", zh: "不是已知的键" },
  forbiddenKey: { en: "is a key that is not allowed here", zh: "这个键不能用在这里" },

  didYouMean: { en: '{what} (did you mean "{word}"?)', zh: '{what}（是想写 "{word}" 吗？）' },
  withoutQuotes: { en: "{what}; write {word} without quotes", zh: "{what}；请写不带引号的 {word}" },
  noVariable: {
    en: "{what}; no variable can stand here, write the value itself, without quotes",
    zh: "{what}；这里不能用环境变量，请直接写值，不带引号",
  },
  unquoted: { en: "{what}; write it without quotes", zh: "{what}；请去掉引号" },

  overLimit: { en: "is above its limit", zh: "超过上限" },
  missing: { en: "is missing; write a value", zh: "缺失；请写一个值" },
  missingForm: { en: "is missing; write {form}", zh: "缺失；请写 {form}" },
  mustBe: { en: "must be {form}", zh: "应为 {form}" },
  mustBeNot: { en: "must be {form}, not {kind}", zh: "应为 {form}，不能是 {kind}" },
  otherForm: { en: "has a form that is not allowed", zh: "格式不符合要求" },
  tooShort: { en: "must have at least {least} characters", zh: "至少要有 {least} 个字符" },
  tooLong: { en: "must have at most {most} characters", zh: "最多只能有 {most} 个字符" },
  tooFew: { en: "must have at least {least} entries", zh: "至少要有 {least} 项" },
  tooMany: { en: "must have at most {most} entries", zh: "最多只能有 {most} 项" },
  uncheckable: {
    en: "cannot be checked; is it as the documentation shows it?",
    zh: "无法检查；写法与文档一致吗？",
  },
  /** In the words of a schema from elsewhere. */
  ownWords: { en: "{words}", zh: "{words}" },

  formEither: { en: "{one}, or {next}", zh: "{one}，或 {next}" },
  formSwitch: { en: "true or false", zh: "布尔值（true 或 false）" },
  formText: { en: "a text", zh: "文本" },
  formNull: { en: "null", zh: "空值（null）" },
  formList: { en: "a list", zh: "列表" },
  formObject: { en: "an object", zh: "对象" },
  formWord: { en: "{word}", zh: "固定值 {word}" },
  formWords: { en: "{words} or {last}", zh: "以下之一：{words}、{last}" },
  formNumber: { en: "a number", zh: "数字" },
  formWholeNumber: { en: "a whole number", zh: "整数" },
  formBounded: { en: "{form} {bound}", zh: "{form}（{bound}）" },
  formBetween: { en: "{form} {least} {most}", zh: "{form}（{least}，{most}）" },
  boundFrom: { en: "from {value}", zh: "不小于 {value}" },
  boundAbove: { en: "above {value}", zh: "大于 {value}" },
  boundTo: { en: "to {value}", zh: "不大于 {value}" },
  boundUpTo: { en: "up to {value}", zh: "不大于 {value}" },
  boundBelow: { en: "below {value}", zh: "小于 {value}" },
  kindTrue: { en: "true", zh: "布尔值 true" },
  kindFalse: { en: "false", zh: "布尔值 false" },

  typeMissing: { en: "is missing; write one of {types}", zh: "缺失；请写以下之一：{types}" },
  typeUnknown: { en: "must be one of {types}", zh: "应为以下之一：{types}" },
  partOfOtherType: {
    en: 'belongs to channels of type "{owner}"; this one is "{type}"',
    zh: '属于类型为 "{owner}" 的渠道；这个渠道的类型是 "{type}"',
  },
  cannotWithdraw: {
    en: 'is not supported by channels of type "{type}"',
    zh: '不适用：类型为 "{type}" 的渠道做不到',
  },
  otherMode: {
    en: 'must not be "{mode}": type "{type}" works in {allowed} only',
    zh: '不能是 "{mode}"：类型 "{type}" 只在 {allowed} 下工作',
  },
  tooManyChannels: {
    en: "has too many entries ({count}); write at most {most}",
    zh: "有 {count} 项；最多写 {most} 项",
  },
  tooManyTogether: {
    en: "makes too many channels ({count} in place of {before}); at most {most} are allowed",
    zh: "使渠道从 {before} 个变为 {count} 个；最多允许 {most} 个",
  },
  repeatedId: {
    en: "is already used by channels[{place}]; choose another",
    zh: "已被 channels[{place}] 使用；请换一个",
  },
  newerVersion: {
    en: "is for a newer pi-notify; this one knows version {version}: update it, or write {version}",
    zh: "属于更新的 pi-notify；当前只认识版本 {version}：请更新，或写 {version}",
  },

  badReference: {
    en: "has a `${` that no variable name and `}`, `:-` or `:+` follow; a plain dollar is written \\\\$",
    zh: "有一个 `${`，后面没有变量名和 `}`、`:-` 或 `:+`；普通的美元符号写作 \\\\$",
  },
  openReference: {
    en: "has a `${` without its `}`, or braces in a default; a plain dollar is written \\\\$",
    zh: "有一个 `${` 缺少 `}`，或默认值里有花括号；普通的美元符号写作 \\\\$",
  },
  tooManyReferences: {
    en: "has more than {most} variables; a plain dollar is written \\\\$",
    zh: "变量超过 {most} 个；普通的美元符号写作 \\\\$",
  },
  unsetVariable: {
    en: "needs the environment variable {name}, which is not set; set it or write {reference} (a plain dollar is written \\\\$)",
    zh: "需要环境变量 {name}，但没有设置；请设置它，或写 {reference}（普通的美元符号写作 \\\\$）",
  },
  unsetSecret: {
    en: "needs an environment variable that is not set; export it before Pi starts (a plain dollar is written \\\\$)",
    zh: "需要一个没有设置的环境变量；请在启动 Pi 之前 export 它（普通的美元符号写作 \\\\$）",
  },
  unsetVariables: {
    en: "needs the environment variables {names}, which are not set; set them (a plain dollar is written \\\\$)",
    zh: "需要环境变量 {names}，但没有设置；请设置它们（普通的美元符号写作 \\\\$）",
  },

  defaultsInForce: {
    en: "nothing in the file counts, the defaults are in force",
    zh: "文件内容都不生效，使用默认设置",
  },
  nothingCounts: { en: "nothing in the file counts", zh: "文件内容都不生效" },
  defaultStays: { en: "the default stays in force", zh: "默认值继续生效" },
  previousStays: { en: "what was in force before stays in force", zh: "原有的设置继续生效" },
  readAsVersion: { en: "the file is read as version {version}", zh: "文件按版本 {version} 读取" },
  limitCounts: { en: "{most} is used", zh: "按 {most} 生效" },
  keyIgnored: { en: "it is ignored", zh: "已忽略" },
  eventIgnored: { en: "this event is ignored", zh: "已忽略这个事件" },
  lastCounts: { en: "the last one counts", zh: "以最后一个为准" },
  restLeftOut: { en: "the rest is left out", zh: "其余的已略过" },
  channelLeftOut: { en: "this channel is left out", zh: "已略过这个渠道" },
  channelOff: { en: "this channel is switched off", zh: "已停用这个渠道" },
  channelStays: { en: "the channel stays as it was", zh: "这个渠道保持原样" },

  ofFile: { en: "{file}: the file {what}; {effect}.", zh: "{file}：这个文件 {what}；{effect}。" },
  ofKey: { en: "{key} {what}", zh: "{key} {what}" },
  ofChannelKey: { en: "{channel}: {key} {what}", zh: "{channel}：{key} {what}" },
  /** `{place}` ends in a colon, in the form that editors and terminals make a link of. */
  line: { en: "{place} {what}.", zh: "{place} {what}。" },
  lineWithEffect: { en: "{place} {what}; {effect}.", zh: "{place} {what}；{effect}。" },
  moreLines: { en: "{file}: {count} more like these.", zh: "{file}：另有 {count} 处类似的问题。" },
  waiting: {
    en: "{file}: not approved yet: {keys}. Type /notify trust to see and approve it.",
    zh: "{file}：尚未批准：{keys}。输入 /notify trust 查看并批准。",
  },
  keys: { en: "{keys}", zh: "{keys}" },
  keysAndMore: { en: "{keys} and {count} more", zh: "{keys} 等，另有 {count} 处" },
});

export type ConfigMessage = MessageOf<typeof configMessages>;
