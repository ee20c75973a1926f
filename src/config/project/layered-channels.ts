import type { Channel } from "../../channels/channel.ts";
import type { ChannelRegistry } from "../../channels/registry.ts";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import { EVENT_IDS, EVENT_TABLE, type EventId } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import { type Config, DESKTOP_DEFAULT_CONFIG, type ResolvedChannel } from "../config.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import type { ReportProblem } from "../file/config-problem.ts";
import { type JsonArray, type JsonNode, type JsonObject, memberOf, shifted } from "../file/json-node.ts";
import { type KeyPath, valueAt } from "../file/key-path.ts";
import { type KeyFault, parseJson } from "../file/parse-json.ts";
import { MAX_CHANNELS } from "../schema/config-schema.ts";
import { parseChannel, textUnder, withoutForeignKeys } from "../schema/parse-channel.ts";
import { type PendingKey, withoutPending } from "./allowlist.ts";
import { mergeChannel } from "./merge-channel.ts";

/** One channel before it is checked. */
export interface ChannelEntry {
  readonly node: JsonNode;
  readonly path: KeyPath;
  /** What it is without the project's file, where that only changes it. */
  readonly base?: ChannelEntry;
}

export interface LayeredChannelsOptions {
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  /** What is in force where no file says otherwise. */
  readonly defaults: Config;
  readonly report: ReportProblem;
  /** Called for what an unapproved project file may not change. */
  readonly defer: (key: PendingKey) => void;
}

/** The project's file; where it is not approved, only the keys of the allowlist count (R26). */
export interface ProjectLayer {
  readonly layer: ConfigLayer;
  readonly isApproved: boolean;
}

/**
 * The channels of the global file and the built-in ones (R25), with those of the project's file merged in by id.
 *
 * @returns undefined where neither file names channels
 */
export function layeredChannels(
  global: ConfigLayer | undefined,
  project: ProjectLayer | undefined,
  options: LayeredChannelsOptions,
): readonly ChannelEntry[] | undefined {
  const own = listOf(global);
  const added = listOf(project?.layer);
  if (own === undefined && added === undefined) return undefined;
  const entries =
    own === undefined ? defaultEntries(options.defaults) : globalEntries(own, global?.faults ?? [], options);
  if (added === undefined || project === undefined) return entries;
  const overlays = entriesOf(added, project.layer.faults, options);
  const all = overlaid(entries, overlays, { ...options, isApproved: project.isApproved });
  if (all.length > MAX_CHANNELS && entries.length <= MAX_CHANNELS) {
    const values = { count: all.length, before: entries.length, most: MAX_CHANNELS };
    const what: ConfigMessage = { id: "tooManyTogether", values };
    options.report({ offset: added.offset, path: ["channels"], what, effect: { id: "restLeftOut" } });
  }
  return all.slice(0, MAX_CHANNELS);
}

/** Types that tell where Pi runs; the built-in channels are of these. */
const TYPES_HERE: ReadonlySet<string | undefined> = new Set(["osc", "bell", "desktop"]);

/** A file that names one of those has spoken about here. One that names none adds to what is built in. */
function globalEntries(
  list: JsonArray,
  faults: readonly KeyFault[],
  options: LayeredChannelsOptions,
): readonly ChannelEntry[] {
  const { env, defaults } = options;
  const named = entriesOf(list, faults, options).map(withDefaultType);
  const isHere = ({ node }: ChannelEntry) => node.kind === "object" && TYPES_HERE.has(textUnder(node, "type", env));
  if (named.some(isHere)) return named;
  const ids = new Set(named.map((entry) => idOf(entry, env)));
  return [...defaultEntries(defaults).filter((entry) => !ids.has(idOf(entry, {}))), ...named];
}

/** Position of the channel that a fault lies in. */
export function channelIndexOf({ path: [first, second] }: KeyFault): number | undefined {
  return first === "channels" && typeof second === "number" ? second : undefined;
}

function listOf(layer: ConfigLayer | undefined): JsonArray | undefined {
  const list = layer?.root && memberOf(layer.root, "channels")?.value;
  return list?.kind === "array" ? list : undefined;
}

function entriesOf(
  list: JsonArray,
  faults: readonly KeyFault[],
  { report }: LayeredChannelsOptions,
): readonly ChannelEntry[] {
  const { items } = list;
  if (items.length > MAX_CHANNELS) {
    const what: ConfigMessage = { id: "tooManyChannels", values: { count: items.length, most: MAX_CHANNELS } };
    report({ offset: list.offset, path: ["channels"], what, effect: { id: "restLeftOut" } });
  }
  const refused = new Set(faults.filter(({ kind }) => kind === "refused").map(channelIndexOf));
  return items
    .slice(0, MAX_CHANNELS)
    .filter(({ key }) => typeof key !== "number" || !refused.has(key))
    .map(({ key, value }) => ({ node: value, path: ["channels", key] }));
}

function defaultEntries(defaults: Config): readonly ChannelEntry[] {
  return defaults.channels.map(({ id, type, modes, config }, index) => {
    const text = JSON.stringify({ id, type, modes, [type]: config });
    const parsed = parseJson(text);
    if (parsed.kind === "broken") throw new Error("a default channel is no JSON");
    // Before the first file, since it stands in none.
    return { node: shifted(parsed.root, -text.length - 1), path: ["channels", index] };
  });
}

/** A file may change a default channel without its type, as the older format allows. */
function withDefaultType(entry: ChannelEntry): ChannelEntry {
  const { node } = entry;
  if (node.kind !== "object" || node.members.has("type")) return entry;
  const id = memberOf(node, "id")?.value;
  const known = DESKTOP_DEFAULT_CONFIG.channels.find((channel) => id?.kind === "scalar" && channel.id === id.value);
  if (known === undefined) return entry;
  const value: JsonNode = { kind: "scalar", offset: node.offset, value: known.type };
  const type = { key: "type", keyOffset: node.offset, value };
  return { ...entry, node: { ...node, members: new Map(node.members).set("type", type) } };
}

interface OverlayOptions extends LayeredChannelsOptions {
  readonly isApproved: boolean;
}

function overlaid(
  entries: readonly ChannelEntry[],
  overlays: readonly ChannelEntry[],
  options: OverlayOptions,
): readonly ChannelEntry[] {
  const { env, report, defer, isApproved } = options;
  const all = [...entries];
  const seen = new Map<string, KeyPath>();
  for (const overlay of overlays) {
    const { node, path } = overlay;
    const id = node.kind === "object" ? textUnder(node, "id", isApproved ? env : {}) : undefined;
    const earlier = id === undefined ? undefined : seen.get(id);
    if (node.kind === "object" && earlier !== undefined) {
      const offset = memberOf(node, "id")?.value.offset ?? node.offset;
      const what: ConfigMessage = { id: "repeatedId", values: { place: earlier[1] ?? "" } };
      report({ offset, path: [...path, "id"], what, effect: { id: "keyIgnored" } });
      continue;
    }
    if (id !== undefined) seen.set(id, path);
    const position = id === undefined ? -1 : all.findIndex((entry) => idOf(entry, env) === id);
    const base = all[position];
    if (node.kind !== "object" || base?.node.kind !== "object") {
      // What is no object is nothing to approve: it is told and left out.
      if (isApproved || node.kind !== "object") all.push(overlay);
      else defer({ path, value: node });
      continue;
    }
    const merged = mergedEntry(base, base.node, { ...overlay, node }, options);
    if (merged !== undefined) all[position] = merged;
  }
  return all;
}

/** @returns undefined where all of it waits */
function mergedEntry(
  base: ChannelEntry,
  baseNode: JsonObject,
  overlay: ChannelEntry & { readonly node: JsonObject },
  { env, registry, report, defer, isApproved }: OverlayOptions,
): ChannelEntry | undefined {
  const { node, path } = overlay;
  const before = channelOfType(textUnder(baseNode, "type", env), registry);
  const namesType = node.members.has("type");
  const after = namesType ? channelOfType(textUnder(node, "type", isApproved ? env : {}), registry) : before;
  const keepsType = before !== undefined && before === after;
  let allowed = node;
  if (!isApproved) {
    // What tells nothing as it is can only become louder.
    const current = keepsType ? parseChannel(baseNode, { path, env, registry, report: () => {} }) : undefined;
    if (!keepsType || current === undefined || current.unusable !== undefined) {
      defer({ path, value: node });
      return undefined;
    }
    const known = withoutForeignKeys(withoutKey(node, "type"), before, { path, registry, report });
    const inForce = ([, , ...keys]: KeyPath) => valueInForce(current, keys);
    if (known.kind === "object") allowed = withoutPending(known, path, { inForce, defer });
  }
  if (after === undefined) {
    // No type that there is: the check of the whole says so.
    return { node: { ...allowed, members: new Map([...baseNode.members, ...allowed.members]) }, path, base };
  }
  return { node: mergeChannel(baseNode, allowed, { channel: after, keepsType, env }), path, base };
}

/** @param keys of the channel, as in its file */
function valueInForce(channel: ResolvedChannel, keys: KeyPath): unknown {
  return keys.at(-1) === "priority" ? priorityInForce(channel, keys) : valueAt(channel, keys);
}

/** Without one of its own, an event has the channel's, and a channel the lowest of its events'. */
function priorityInForce({ type, config }: ResolvedChannel, keys: KeyPath): number {
  const [, , event] = keys;
  const own = valueAt(config, ["priority"]);
  const ofEvent = (id: EventId) => valueAt(config, ["eventOptions", id, "priority"]) ?? own ?? EVENT_TABLE[id].priority;
  const ids = keys.length === 2 && keys[0] === type ? EVENT_IDS : EVENT_IDS.filter((id) => id === event);
  return Math.min(...ids.map(ofEvent).filter((priority) => typeof priority === "number"));
}

function idOf({ node }: ChannelEntry, env: Environment): string | undefined {
  return node.kind === "object" ? textUnder(node, "id", env) : undefined;
}

function channelOfType(type: string | undefined, registry: ChannelRegistry): Channel<unknown, unknown> | undefined {
  return registry.find((channel) => channel.type === type);
}

function withoutKey(node: JsonObject, key: string): JsonObject {
  return { ...node, members: new Map([...node.members].filter(([name]) => name !== key)) };
}
