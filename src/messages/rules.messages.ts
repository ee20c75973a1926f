import { defineMessages, type MessageOf, type PlainIdOf } from "./define-messages.ts";

/**
 * What the rules of the schemas say of a value, after the name of its key. None quotes a value, except for names of ours
 * and of headers (R15).
 */
export const ruleMessages = defineMessages({
  notEmpty: { en: "must not be empty", zh: "不能为空" },
  channelIdForm: {
    en: "must be 1 to 64 characters on one line, none of them invisible",
    zh: "应为一行 1 到 64 个字符，不含不可见字符",
  },

  wholeHttpAddress: { en: "must be a whole http:// or https:// address", zh: "应为完整的 http:// 或 https:// 地址" },
  credentialsToHeaders: {
    en: "must not hold a user name or password; use headers for credentials",
    zh: "不能包含用户名或密码；凭据请写在 headers 里",
  },
  credentialsToKeys: {
    en: "must not hold a user name or password; write token, or username and password, beside it",
    zh: "不能包含用户名或密码；请另写 token，或者 username 和 password",
  },
  noFragment: {
    en: "must not hold a fragment (#…), which is never sent",
    zh: "不能包含片段（#…），它不会发送出去",
  },
  noQuery: {
    en: "must not hold a query (?…); the topic is appended to it",
    zh: "不能包含查询（?…）；主题会接在它后面",
  },
  iconAddress: {
    en: "must be a whole http:// or https:// address, or null for no icon",
    zh: "应为完整的 http:// 或 https:// 地址；不要图标就写 null",
  },
  wholeAddress: {
    en: "must be a whole address, such as https://… or mailto:…",
    zh: "应为完整的地址，例如 https://… 或 mailto:…",
  },

  topicForm: {
    en: "must be 1 to 64 letters, digits, underscores or hyphens",
    zh: "应为 1 到 64 个字母、数字、下划线或连字符",
  },
  topicReserved: { en: "is a name that ntfy reserves; choose another", zh: "是 ntfy 保留的名称；请换一个" },
  oneTag: {
    en: "must be one tag: not empty, no comma; write more tags as more entries",
    zh: "应为一个标签：不能为空，不能有逗号；多个标签请写成多项",
  },
  tokenForm: {
    en: "has spaces, line breaks or other characters that no token has",
    zh: "含有空格、换行或令牌里不会有的字符",
  },
  noColon: { en: "must not hold a colon", zh: "不能有冒号" },
  tokenAndPassword: {
    en: "has both token and username or password; keep one",
    zh: "同时写了 token 和 username 或 password；请只保留一种",
  },
  usernameAlone: {
    en: "has a username without a password; write both, or a token",
    zh: "只有 username，没有 password；请两个都写，或改用 token",
  },
  passwordAlone: {
    en: "has a password without a username; write both, or a token",
    zh: "只有 password，没有 username；请两个都写，或改用 token",
  },
  unencrypted: {
    en: "travels unencrypted over http, where others can read it; use an https serverUrl",
    zh: "会经 http 明文传输，可能被别人看到；serverUrl 请用 https",
  },

  headerNameForm: {
    en: "has a header name with characters that HTTP does not allow",
    zh: "有请求头的名称含有 HTTP 不允许的字符",
  },
  headerIsOurs: { en: "sets {name}, which pi-notify sends itself", zh: "设置了 {name}，它由 pi-notify 自己发送" },
  headerOfConnection: { en: "sets {name}, which belongs to the connection", zh: "设置了 {name}，它属于连接本身" },
  headerTwice: { en: "sets {name} twice", zh: "设置了两次 {name}" },
  headerValueForm: {
    en: "has a value for {name} with characters that a header cannot carry (line breaks, or beyond U+00FF)",
    zh: "{name} 的值含有请求头不能携带的字符（换行，或超出 U+00FF）",
  },

  templateDepth: { en: "is nested more than {levels} levels deep", zh: "嵌套超过 {levels} 层" },
  unknownPlaceholder: { en: "has an unknown placeholder; known are {known}", zh: "有未知的占位符；可用的有 {known}" },
  unknownPlaceholderNamed: {
    en: "has an unknown placeholder {placeholder}; known are {known}",
    zh: "有未知的占位符 {placeholder}；可用的有 {known}",
  },
  templateAndPreset: { en: "has both template and preset; keep one", zh: "同时写了 template 和 preset；请只保留一个" },
  presetNotChosen: {
    en: 'belongs to preset "{preset}", which is not chosen',
    zh: '属于预设 "{preset}"，但没有选用它',
  },
  secretEmpty: { en: "is empty", zh: "是空的" },
  secretWrapped: {
    en: "has quotes, blanks or v1, around it; write the secret alone",
    zh: "前后有引号、空格或 v1,；请只写密钥本身",
  },
  secretAsymmetric: {
    en: "is an asymmetric key; only shared secrets (whsec_…) can sign here",
    zh: "是非对称密钥；这里只能用共享密钥（whsec_…）签名",
  },
  secretEncoding: { en: "has no valid base64 after whsec_", zh: "在 whsec_ 之后不是有效的 base64" },

  barkMissing: {
    en: 'is missing; write { "deviceKey": "…" }, or the key as the path of url',
    zh: '缺失；请写 { "deviceKey": "…" }，或把 key 写成 url 的路径',
  },
  barkKeyForm: { en: "must be the key that the Bark app shows", zh: "应为 Bark 应用里显示的 key" },
  barkPush: {
    en: "must end in /push when bark.deviceKey is given",
    zh: "写了 bark.deviceKey 时，必须以 /push 结尾",
  },
  gotifyMissing: {
    en: 'is missing; write { "token": "…" }, the token of the application',
    zh: '缺失；请写 { "token": "…" }，即应用的令牌',
  },
  gotifyTokenForm: { en: "must be the token of a Gotify application", zh: "应为 Gotify 应用的令牌" },
  gotifyTokenTwice: { en: "has a token, and {other} too; keep one", zh: "有令牌，{other} 里也有；请只保留一个" },
  pushoverMissing: {
    en: 'is missing; write { "token": "…", "user": "…" }',
    zh: '缺失；请写 { "token": "…", "user": "…" }',
  },
  pushoverKeyForm: { en: "must be 30 letters and digits", zh: "应为 30 个字母和数字" },
  telegramMissing: {
    en: 'is missing; write { "chatId": "…" }, the chat to write to',
    zh: '缺失；请写 { "chatId": "…" }，即要发到的聊天',
  },
  telegramChatForm: {
    en: 'must be a chat id, such as "-1001234567890", or a channel, such as "@channel"',
    zh: '应为聊天 ID，例如 "-1001234567890"，或公开名称，例如 "@channel"',
  },

  soundForm: {
    en: "must be a name of 1 to 64 letters, digits, spaces, dots, underscores or hyphens",
    zh: "应为 1 到 64 个字母、数字、空格、点、下划线或连字符组成的名称",
  },
});

export type RuleMessage = MessageOf<typeof ruleMessages>;

/** A rule that needs no value. */
export type PlainRule = PlainIdOf<typeof ruleMessages>;
