import * as z from "zod/mini";
import type { ChannelRegistry } from "../channels/registry.ts";
import type { Environment } from "../ports/environment.ts";
import { type Config, DEFAULT_CONFIG, type ResolvedChannel } from "./config.ts";
import type { ConfigProblem, ReportProblem } from "./config-problem.ts";
import { CONFIG_VERSION, type ConfigDocument, documentSchema } from "./config-schema.ts";
import type { ConfigWarning } from "./config-warning.ts";
import { expandNode } from "./expand-node.ts";
import { type JsonNode, type JsonObject, mapMembers, memberOf, toValue, withoutPlace } from "./json-node.ts";
import { formatKeyPath } from "./key-path.ts";
import { keysOfIssue, parseChannel, problemOf } from "./parse-channel.ts";
import { type KeyFault, parseJson } from "./parse-json.ts";
import { positionsIn } from "./text-position.ts";
import { withoutUnknownKeys } from "./unknown-keys.ts";

export interface ParseConfigOptions {
  /** The name that begins each warning; no folder (R15). */
  readonly file: string;
  /** Read, never written. */
  readonly env: Environment;
  readonly channels: ChannelRegistry;
}

export interface ParsedConfig {
  readonly config: Config;
  /** In the order of the file. */
  readonly warnings: readonly ConfigWarning[];
}

export const DEFAULTS_IN_FORCE = "nothing in the file counts, the defaults are in force";

const MAX_WARNINGS = 50;

/**
 * Makes a configuration of the file's text. Never throws: what is wrong is told in one line each, and everything else
 * counts (R17). Only a file that is no JSON object counts not at all.
 */
export function parseConfig(text: string, options: ParseConfigOptions): ParsedConfig {
  const problems: ConfigProblem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const parsed = parseJson(text);
  if (parsed.kind === "broken") {
    report({ offset: parsed.offset, path: [], what: parsed.reason, effect: DEFAULTS_IN_FORCE });
    return { config: DEFAULT_CONFIG, warnings: toWarnings(text, options.file, problems) };
  }
  const { root, faults } = parsed;
  if (root.kind !== "object") {
    report({ offset: root.offset, path: [], what: "the file must hold an object: { … }", effect: DEFAULTS_IN_FORCE });
    return { config: DEFAULT_CONFIG, warnings: toWarnings(text, options.file, problems) };
  }
  const config = toConfig(root, faults, options, report);
  return { config, warnings: toWarnings(text, options.file, problems) };
}

function toConfig(
  root: JsonObject,
  faults: readonly KeyFault[],
  options: ParseConfigOptions,
  report: ReportProblem,
): Config {
  for (const fault of faults) report({ ...fault, what: fault.reason, effect: effectOf(fault) });
  const document = parseDocument(root, options.env, report);
  const { enabled, language, content, titles, prompts, herdr, attention } = document;
  const channels = document.channels === undefined ? undefined : memberOf(root, "channels")?.value;
  return {
    enabled: enabled ?? DEFAULT_CONFIG.enabled,
    language: language ?? DEFAULT_CONFIG.language,
    content: { ...DEFAULT_CONFIG.content, ...content },
    titles: titles ?? DEFAULT_CONFIG.titles,
    prompts: { ...DEFAULT_CONFIG.prompts, ...prompts },
    herdr: { ...DEFAULT_CONFIG.herdr, ...herdr },
    attention: { ...DEFAULT_CONFIG.attention, ...attention },
    channels: channels === undefined ? DEFAULT_CONFIG.channels : parseChannels(channels, faults, options, report),
  };
}

/** Everything but the channels: a value that is wrong is reported and taken out, until the rest is right. */
function parseDocument(root: JsonObject, env: Environment, report: ReportProblem): ConfigDocument {
  const stays: ReportProblem = (problem) => report({ ...problem, effect: "the default stays in force" });
  const expanded = mapMembers(root, (member) => {
    const { key, value } = member;
    // A channel has a schema of its own and expands by itself; here the channels only have to be a list.
    if (key === "channels") return { ...member, value: value.kind === "array" ? { ...value, items: [] } : value };
    // An editor reads this one as it stands.
    if (key === "$schema") return member;
    const inserted = expandNode(value, [key], env, stays);
    return inserted === undefined ? undefined : { ...member, value: inserted };
  });
  let node = withoutUnknownKeys(expanded, [], [documentSchema], report);
  for (;;) {
    const result = z.safeParse(documentSchema, toValue(node));
    if (result.success) {
      reportVersion(result.data.version, node, report);
      return result.data;
    }
    const [issue] = result.error.issues;
    if (issue === undefined) return {};
    stays(problemOf(issue, documentSchema, node, []));
    const rest = withoutPlace(node, keysOfIssue(issue));
    if (rest === undefined) return {};
    node = rest;
  }
}

function reportVersion(version: number | undefined, node: JsonNode, report: ReportProblem): void {
  const offset = memberOf(node, "version")?.value.offset;
  if (version === undefined || version === CONFIG_VERSION || offset === undefined) return;
  report({
    offset,
    path: ["version"],
    what: `is for a newer pi-notify; this one knows version ${CONFIG_VERSION}: update it, or write ${CONFIG_VERSION}`,
    effect: `the file is read as version ${CONFIG_VERSION}`,
  });
}

/** Every notice starts a delivery a channel at once: more than anybody has would only make Pi wait (R12). */
const MAX_CHANNELS = 50;

function parseChannels(
  list: JsonNode,
  faults: readonly KeyFault[],
  { env, channels: registry }: ParseConfigOptions,
  report: ReportProblem,
): readonly ResolvedChannel[] {
  const channels = new Map<string, { readonly channel: ResolvedChannel; readonly key: string | number }>();
  const refused = new Set(faults.filter(({ kind }) => kind === "refused").map(channelIndexOf));
  const items = list.kind === "array" ? list.items : [];
  if (items.length > MAX_CHANNELS) {
    const what = `has ${items.length} entries; write at most ${MAX_CHANNELS}`;
    report({ offset: list.offset, path: ["channels"], what, effect: "the rest is left out" });
  }
  for (const { key, value } of items.slice(0, MAX_CHANNELS)) {
    if (typeof key === "number" && refused.has(key)) continue;
    const path = ["channels", key];
    const channel = parseChannel(value, { path, env, registry, report });
    if (channel === undefined) continue;
    const earlier = channels.get(channel.id);
    if (earlier === undefined) {
      channels.set(channel.id, { channel, key });
      continue;
    }
    report({
      offset: memberOf(value, "id")?.value.offset ?? value.offset,
      path: [...path, "id"],
      what: `is that of channels[${earlier.key}] too; choose another`,
      effect: "this channel is left out",
    });
  }
  return [...channels.values()].map(({ channel }) => channel);
}

function effectOf(fault: KeyFault): string {
  if (fault.kind === "repeated") return "the last one counts";
  return channelIndexOf(fault) === undefined ? "it is ignored" : "this channel is left out";
}

function channelIndexOf({ path: [first, second] }: KeyFault): number | undefined {
  return first === "channels" && typeof second === "number" ? second : undefined;
}

function toWarnings(text: string, file: string, problems: readonly ConfigProblem[]): readonly ConfigWarning[] {
  const positionOf = positionsIn(text);
  const ordered = problems.toSorted((a, b) => a.offset - b.offset);
  const warnings: ConfigWarning[] = ordered.slice(0, MAX_WARNINGS).map(({ offset, path, what, effect }) => {
    const { line, column } = positionOf(offset);
    const where = `${file}:${line}:${column}:`;
    const subject = path.length === 0 ? "" : `${formatKeyPath(path)} `;
    return { text: `${where} ${subject}${what}${effect === undefined ? "" : `; ${effect}`}.`, line, column };
  });
  const untold = ordered.length - warnings.length;
  return untold === 0 ? warnings : [...warnings, { text: `${file}: ${untold} more like these.` }];
}
