import * as z from "zod/mini";
import type { ChannelRegistry } from "../channels/registry.ts";
import { resolveLanguage } from "../content/language.ts";
import type { ConfigMessage } from "../messages/config.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";
import { type Config, DEFAULT_CONFIG, defaultConfigAt, type ResolvedChannel } from "./config.ts";
import { expandNode } from "./environment/expand-node.ts";
import { type ConfigLayer, type ConfigLayerSource, readLayers, toWarnings } from "./file/config-layer.ts";
import { type ConfigOrigins, configOrigins, NO_ORIGINS } from "./file/config-origins.ts";
import type { ConfigProblem, ReportProblem } from "./file/config-problem.ts";
import type { ConfigWarning } from "./file/config-warning.ts";
import { type JsonNode, type JsonObject, mapMembers, memberOf, toValue, withoutPlace } from "./file/json-node.ts";
import { type KeyPath, valueAt } from "./file/key-path.ts";
import type { KeyFault } from "./file/parse-json.ts";
import { type PendingKey, type PendingOptions, withoutPending } from "./project/allowlist.ts";
import { type ChannelEntry, channelIndexOf, layeredChannels, type ProjectLayer } from "./project/layered-channels.ts";
import { CONFIG_VERSION, type ConfigDocument, documentSchema, fileSchema } from "./schema/config-schema.ts";
import { knownPath } from "./schema/known-path.ts";
import { parseChannel } from "./schema/parse-channel.ts";
import { keysOfIssue, problemOf } from "./schema/problem-of.ts";
import { withoutUnknownKeys } from "./schema/unknown-keys.ts";
import { withinLimits } from "./schema/within-limits.ts";

export interface ParseConfigOptions {
  /** The name that begins each warning; no folder (R15). */
  readonly file: string;
  /** Read, never written. */
  readonly env: Environment;
  readonly channels: ChannelRegistry;
  /** This one otherwise. */
  readonly platform?: NodeJS.Platform;
  /** The project's file, which changes parts of it. */
  readonly project?: ProjectText;
}

export interface ProjectText {
  readonly file: string;
  readonly text: string;
  /** Where it is not, only the keys of the allowlist count, and nothing of it is expanded (R26). */
  readonly isApproved: boolean;
}

export interface ParsedConfig {
  readonly config: Config;
  /** What the configuration asks for; else the environment's. The warnings are in it. */
  readonly language: Language;
  /** In the order of the files. */
  readonly warnings: readonly ConfigWarning[];
  /** What an unapproved project file says that does not count. */
  readonly pending: readonly PendingKey[];
  readonly origins: ConfigOrigins;
  /** Names of the files that are no JSON object, so that nothing in them counts. */
  readonly unusable: readonly string[];
}

/**
 * Makes a configuration of the files' texts. Never throws: what is wrong is told in one line each, and everything else
 * counts (R17). Only a file that is no JSON object counts not at all.
 *
 * @param text undefined where there is no global file
 */
export function parseConfig(text: string | undefined, options: ParseConfigOptions): ParsedConfig {
  const problems: ConfigProblem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const pending: PendingKey[] = [];
  const sources: ConfigLayerSource[] = [];
  if (text !== undefined) sources.push({ file: options.file, text, unusable: { id: "defaultsInForce" } });
  if (options.project !== undefined) sources.push(projectSource(options.project, options.channels));
  const layers = readLayers(sources, report);
  const global = text === undefined ? undefined : layers[0];
  const projectLayer = layers.at(-1);
  const project = options.project && projectLayer && { layer: projectLayer, isApproved: options.project.isApproved };
  const made = toConfig(global, project, options, report, (key) => pending.push(key));
  const unusable = layers.filter(({ root }) => root === undefined).map(({ source }) => source.file);
  const language = resolveLanguage(made.config.language, options.env);
  return { ...made, language, warnings: toWarnings(layers, problems, language), pending, unusable };
}

/** An unapproved file gets no text of its own onto the screen, not even as a key (R26). */
function projectSource({ file, text, isApproved }: ProjectText, channels: ChannelRegistry): ConfigLayerSource {
  const source: ConfigLayerSource = { file, text, unusable: { id: "nothingCounts" } };
  return isApproved ? source : { ...source, shownPath: (path) => knownPath(path, [fileSchema(channels)]) };
}

function toConfig(
  global: ConfigLayer | undefined,
  project: ProjectLayer | undefined,
  { env, channels: registry, platform = process.platform }: ParseConfigOptions,
  report: ReportProblem,
  defer: (key: PendingKey) => void,
): Pick<ParsedConfig, "config" | "origins"> {
  const defaults = defaultConfigAt({ platform, env });
  const below = global && documentOf(global, env, report, { id: "defaultStays" });
  const inForce = (path: KeyPath) => valueAt(below, path) ?? valueAt(DEFAULT_CONFIG, path);
  const above = project && projectDocumentOf(project, env, report, { inForce, defer });
  if (below === undefined && above === undefined) return { config: defaults, origins: NO_ORIGINS };
  const entries = layeredChannels(global, project, { env, registry, defaults, report, defer });
  const made = entries === undefined ? undefined : parseChannels(entries, { env, registry, report });
  const layers = [global, project?.layer].filter((layer) => layer !== undefined);
  const origins = configOrigins({
    layers,
    documents: layers.map((layer) => ({ file: layer.source.file, document: layer === global ? below : above })),
    channels: new Map(made?.map(({ channel, node }) => [channel.id, node])),
  });
  const config: Config = {
    enabled: above?.enabled ?? below?.enabled ?? DEFAULT_CONFIG.enabled,
    language: above?.language ?? below?.language ?? DEFAULT_CONFIG.language,
    content: { ...DEFAULT_CONFIG.content, ...below?.content, ...above?.content },
    titles: { ...DEFAULT_CONFIG.titles, ...below?.titles, ...above?.titles },
    prompts: { ...DEFAULT_CONFIG.prompts, ...below?.prompts, ...above?.prompts },
    herdr: { ...DEFAULT_CONFIG.herdr, ...below?.herdr, ...above?.herdr },
    attention: { ...DEFAULT_CONFIG.attention, ...below?.attention, ...above?.attention },
    trace: { ...DEFAULT_CONFIG.trace, ...below?.trace, ...above?.trace },
    channels: made === undefined ? defaults.channels : made.map(({ channel }) => channel),
  };
  return { config, origins };
}

/** @returns undefined where the file is of no use */
function documentOf(
  layer: ConfigLayer,
  env: Environment,
  report: ReportProblem,
  effect: ConfigMessage,
): ConfigDocument | undefined {
  if (layer.root === undefined) return undefined;
  for (const fault of layer.faults) report({ ...fault, effect: effectOf(fault) });
  return parseDocument(layer.root, env, report, effect);
}

function projectDocumentOf(
  { layer, isApproved }: ProjectLayer,
  env: Environment,
  report: ReportProblem,
  pending: PendingOptions,
): ConfigDocument | undefined {
  const { root } = layer;
  if (root === undefined) return undefined;
  const effect: ConfigMessage = { id: "previousStays" };
  if (isApproved) return documentOf(layer, env, report, effect);
  // The channels are looked at one by one.
  const { channels, ...others } = Object.fromEntries(root.members);
  const top: JsonObject = { ...root, members: new Map(Object.entries(others)) };
  const known = withoutUnknownKeys(top, [], [documentSchema], report);
  const members = new Map(known.kind === "object" ? withoutPending({ ...known }, [], pending).members : []);
  if (channels !== undefined) members.set("channels", channels);
  return documentOf({ ...layer, root: { ...root, members } }, {}, report, effect);
}

/** Everything but the channels: a value that is wrong is reported and taken out, until the rest is right. */
function parseDocument(
  root: JsonObject,
  env: Environment,
  report: ReportProblem,
  effect: ConfigMessage,
): ConfigDocument {
  const stays: ReportProblem = (problem) => report({ ...problem, effect });
  const expanded = mapMembers(root, (member) => {
    const { key, value } = member;
    // A channel has a schema of its own and expands by itself; here the channels only have to be a list.
    if (key === "channels") return { ...member, value: value.kind === "array" ? { ...value, items: [] } : value };
    // For editors and people, who take them as they stand.
    if (key === "$schema" || key === "$comment") return member;
    const inserted = expandNode(value, [key], env, stays);
    return inserted === undefined ? undefined : { ...member, value: inserted };
  });
  const { node: known, clamped } = withinLimits(
    withoutUnknownKeys(expanded, [], [documentSchema], report),
    documentSchema,
    [],
  );
  for (const problem of clamped) report(problem);
  let node = known;
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
    what: { id: "newerVersion", values: { version: CONFIG_VERSION } },
    effect: { id: "readAsVersion", values: { version: CONFIG_VERSION } },
  });
}

interface ParseChannelsOptions {
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  readonly report: ReportProblem;
}

/** A channel, and what it was made of. */
interface MadeChannel {
  readonly channel: ResolvedChannel;
  readonly node: JsonNode;
}

function parseChannels(entries: readonly ChannelEntry[], options: ParseChannelsOptions): readonly MadeChannel[] {
  const channels = new Map<string, { readonly made: MadeChannel; readonly key: string | number | undefined }>();
  for (const entry of entries) {
    const made = parseEntry(entry, options);
    if (made === undefined) continue;
    const earlier = channels.get(made.channel.id);
    if (earlier === undefined) {
      channels.set(made.channel.id, { made, key: entry.path.at(-1) });
      continue;
    }
    options.report({
      offset: memberOf(entry.node, "id")?.value.offset ?? entry.node.offset,
      path: [...entry.path, "id"],
      what: { id: "repeatedId", values: { place: earlier.key ?? "" } },
      effect: { id: "channelLeftOut" },
    });
  }
  return [...channels.values()].map(({ made }) => made);
}

/** A project's file that spoils a channel loses its say in it, and the channel stays what it was. */
function parseEntry({ node, path, base }: ChannelEntry, options: ParseChannelsOptions): MadeChannel | undefined {
  const problems: ConfigProblem[] = [];
  const channel = parseChannel(node, { ...options, path, report: (problem) => problems.push(problem) });
  const unspoilt =
    channel === undefined && base !== undefined
      ? parseChannel(base.node, { ...options, path: base.path, report: () => {} })
      : undefined;
  for (const problem of problems) {
    // It is the project's file that spoils it, also where only something of the other is left.
    const offset = Math.max(problem.offset, node.offset);
    options.report(unspoilt === undefined ? problem : { ...problem, offset, effect: { id: "channelStays" } });
  }
  if (channel !== undefined) return { channel, node };
  return unspoilt && base && { channel: unspoilt, node: base.node };
}

function effectOf(fault: KeyFault): ConfigMessage {
  if (fault.kind === "repeated") return { id: "lastCounts" };
  return { id: channelIndexOf(fault) === undefined ? "keyIgnored" : "channelLeftOut" };
}
