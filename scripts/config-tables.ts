/** The tables of keys in the configuration's pages, made from the schemas that the loader itself uses. */
import { EVENT_IDS, type Language } from "../src/notices/event-table.ts";
import { type ConfigKey, configKeys, type JsonSchema, WITH_VARIABLE } from "./config-schema.ts";

export const CONFIG_PAGES: readonly { readonly file: string; readonly language: Language }[] = [
  { file: "docs/configuration.md", language: "en" },
  { file: "docs/configuration.zh-CN.md", language: "zh-CN" },
];

interface Words {
  readonly head: string;
  readonly required: string;
  readonly text: string;
  readonly anything: string;
  readonly event: string;
  readonly or: string;
  readonly listOf: (item: string) => string;
  readonly objectOf: (value: string) => string;
  readonly wholeNumber: string;
  readonly range: (minimum: unknown, maximum: unknown) => string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    head: "| key | value | default | |",
    required: "required",
    text: "text",
    anything: "any JSON",
    event: "an event",
    or: ", ",
    listOf: (item) => `a list: ${item}`,
    objectOf: (value) => `an object: ${value} by name`,
    wholeNumber: "whole number",
    range: (minimum, maximum) => `${minimum} to ${maximum}`,
  },
  "zh-CN": {
    head: "| 键 | 值 | 默认值 | |",
    required: "必填",
    text: "文本",
    anything: "任意 JSON",
    event: "事件",
    or: "、",
    listOf: (item) => `列表：${item}`,
    objectOf: (value) => `对象：名称 → ${value}`,
    wholeNumber: "整数",
    range: (minimum, maximum) => `${minimum} 到 ${maximum}`,
  },
};

/** `document`, `channel`, and each channel type that has keys; every page must have each of them. */
export function tableNames(): readonly string[] {
  return [...new Set(configKeys().map(({ path }) => tableOf(path)))];
}

/**
 * The page with its tables as they are today. A table stands between `<!-- keys: NAME -->` and `<!-- /keys -->`.
 * @throws Error when the page names a table that there is not
 */
export function withTables(page: string, language: Language): string {
  return page.replace(
    /(<!-- keys: (\S+) -->\n)[\s\S]*?(<!-- \/keys -->)/g,
    (_all, begin: string, name: string, end: string) => {
      if (!tableNames().includes(name)) throw new Error(`there is no table ${name}`);
      return `${begin}${keyTable(name, language)}${end}`;
    },
  );
}

function keyTable(name: string, language: Language): string {
  const words = WORDS[language];
  const keys = configKeys().filter(({ path }) => tableOf(path) === name);
  const rows = keys
    // What has keys of its own is told by those.
    .filter(({ path }) => path === "channels" || !keys.some((other) => other.path.startsWith(`${path}.`)))
    .map((key) => row(key, language, words));
  // A key that may be said by event is told once.
  return `${[words.head, "|---|---|---|---|", ...new Set(rows)].join("\n")}\n`;
}

function tableOf(path: string): string {
  const [first, second = "", ...deeper] = path.split(".");
  if (first !== "channels" || second === "") return "document";
  return deeper.length > 0 || isTypePart(second) ? second : "channel";
}

function isTypePart(key: string): boolean {
  return configKeys().some(({ path }) => path.startsWith(`channels.${key}.`));
}

function row({ path, note, fallback, schema, isRequired }: ConfigKey, language: Language, words: Words): string {
  const key = path
    .replace(/^channels\./, "")
    .split(".")
    .map((part) => (EVENT_IDS.some((event) => event === part) ? "<event>" : part))
    .join(".");
  const standard = isRequired ? words.required : fallback === undefined ? "" : code(JSON.stringify(fallback));
  return `| ${code(key)} | ${formOf(schema, words)} | ${standard} | ${(note?.[language === "en" ? "en" : "zh"] ?? "").replaceAll("|", "\\|")} |`;
}

/** What may stand under a key; that a variable may stand for any text is told once, in the page. */
function formOf(schema: JsonSchema, words: Words): string {
  if (schema.anyOf !== undefined) {
    const forms = schema.anyOf.filter((form) => form.pattern !== WITH_VARIABLE.pattern);
    return [...new Set(forms.map((form) => formOf(form, words)))].join(words.or);
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) {
    const isEvent = schema.enum.length === EVENT_IDS.length && EVENT_IDS.every((id) => schema.enum?.includes(id));
    return isEvent ? words.event : schema.enum.map((value) => code(JSON.stringify(value))).join(words.or);
  }
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one) => formOf({ ...schema, type: one }, words)).join(words.or);
  switch (type) {
    case "boolean":
      return ["true", "false"].map(code).join(words.or);
    case "null":
      return code("null");
    case "integer":
      return schema.maximum === Number.MAX_SAFE_INTEGER
        ? words.wholeNumber
        : words.range(schema.minimum, schema.maximum);
    case "string":
      return words.text;
    case "array":
      return schema.items === undefined || Object.keys(schema.items).length === 0
        ? words.listOf("…")
        : words.listOf(formOf(schema.items, words));
    case "object":
      return words.objectOf(
        typeof schema.additionalProperties === "object" ? formOf(schema.additionalProperties, words) : words.anything,
      );
    default:
      return words.anything;
  }
}

function code(text: string): string {
  return `\`${text}\``;
}
