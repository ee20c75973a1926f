import * as z from "zod/mini";
import type { Channel } from "../../channels/channel.ts";
import type { ChannelRegistry } from "../../channels/registry.ts";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import { DEFAULT_EVENTS } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import type { ResolvedChannel } from "../config.ts";
import { expandText } from "../environment/expand-environment.ts";
import { expandNode } from "../environment/expand-node.ts";
import type { ConfigProblem, ExpansionProblem, ReportProblem } from "../file/config-problem.ts";
import {
  type JsonNode,
  type JsonObject,
  mapMembers,
  memberOf,
  placeOf,
  toValue,
  withoutPlace,
} from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { commonChannelSchema, eventSchema } from "./config-schema.ts";
import { withNearestWord } from "./nearest-word.ts";
import { problemOf } from "./problem-of.ts";
import { withoutUnknownKeys } from "./unknown-keys.ts";
import { withinLimits } from "./within-limits.ts";

export interface ParseChannelOptions {
  /** Where the channel stands in the file. */
  readonly path: KeyPath;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  readonly report: ReportProblem;
}

/**
 * One entry of `channels`. Whatever is wrong with it concerns it alone (R17): an error leaves it out, a variable
 * that is not set makes it unusable, and unknown keys and events are ignored; each is reported.
 *
 * @returns undefined when it is left out
 */
export function parseChannel(node: JsonNode, options: ParseChannelOptions): ResolvedChannel | undefined {
  const { path, report } = options;
  const leaveOut: Refuse = (problem) => {
    report({ ...problem, effect: { id: "channelLeftOut" } });
    return undefined;
  };
  if (node.kind !== "object")
    return leaveOut({ offset: node.offset, path, what: { id: "mustBe", values: { form: { id: "formObject" } } } });
  const channel = channelOf(node, options, leaveOut);
  if (channel === undefined) return undefined;
  try {
    return resolveChannel(node, channel, options, leaveOut);
  } catch {
    // A channel's own code may throw at any point; that costs its own channel only (R9).
    return leaveOut({ offset: node.offset, path, what: { id: "uncheckable" } });
  }
}

function resolveChannel(
  node: JsonObject,
  channel: Channel<unknown, unknown>,
  options: ParseChannelOptions,
  leaveOut: Refuse,
): ResolvedChannel | undefined {
  const { path, env, report } = options;
  const known = withoutForeignKeys(node, channel, options);
  const unset: ExpansionProblem[] = [];
  const onProblem = (problem: ExpansionProblem) => unset.push(problem);
  const expanded = expandNode(known, path, env, onProblem, escapeFor(channel, path)) ?? known;
  // Without its id a channel could not even be named as switched off.
  const fatal = unset.filter((problem) => !problem.unset || isIdOf(problem, path));
  if (fatal.length > 0) {
    for (const problem of fatal) leaveOut(problem);
    return undefined;
  }

  const common = parseCommon(expanded, channel, options, leaveOut);
  if (common === undefined) return undefined;
  if (unset.length > 0) {
    // A channel that is switched off does not need its variables.
    if (common.enabled) for (const problem of unset) report({ ...problem, effect: { id: "channelOff" } });
    return { ...common, config: undefined, unusable: "not-configured" };
  }
  const part = memberOf(expanded, channel.type);
  const partNode: JsonNode = part?.value ?? { kind: "object", offset: node.offset, members: new Map() };
  const checked = check(channel.schema, partNode, [...path, channel.type]);
  if (checked.kind === "right") {
    for (const problem of checked.clamped) report(problem);
    if (common.enabled) reportWarning(channel, checked.value, partNode, options);
    return { ...common, config: checked.value };
  }
  for (const problem of checked.problems) leaveOut(problem);
  return undefined;
}

/** Only the channel knows what in its own part is syntax. */
function escapeFor(channel: Channel<unknown, unknown>, { length }: KeyPath) {
  return (value: string, place: KeyPath): string =>
    place[length] === channel.type ? (channel.escapeInserted?.(value, place.slice(length + 1)) ?? value) : value;
}

function reportWarning(
  channel: Channel<unknown, unknown>,
  config: unknown,
  part: JsonNode,
  { path, report }: ParseChannelOptions,
): void {
  try {
    const warning = channel.warning?.(config);
    if (warning === undefined) return;
    const { offset } = placeOf(part, [warning.key]);
    report({ offset, path: [...path, channel.type, warning.key], what: warning.what });
  } catch {
    // Without its warning the channel works as well.
  }
}

type Refuse = (problem: ConfigProblem) => undefined;

function isIdOf(problem: ConfigProblem, channel: KeyPath): boolean {
  return problem.path.length === channel.length + 1 && problem.path.at(-1) === "id";
}

/** The type is read before all else, because it says which other keys there are. */
function channelOf(
  node: JsonObject,
  { path, env, registry }: ParseChannelOptions,
  leaveOut: Refuse,
): Channel<unknown, unknown> | undefined {
  const types = registry.map(({ type }) => type);
  const quoted = types.map((type) => `"${type}"`);
  const member = memberOf(node, "type");
  const typePath = [...path, "type"];
  if (member === undefined) {
    return leaveOut({ offset: node.offset, path: typePath, what: { id: "typeMissing", values: { types: quoted } } });
  }
  const { offset } = member.value;
  const type = textUnder(node, "type", env);
  const channel = registry.find((candidate) => candidate.type === type);
  if (channel !== undefined) return channel;
  const what = withNearestWord({ id: "typeUnknown", values: { types: quoted } }, type ?? "", types);
  return leaveOut({ offset, path: typePath, what });
}

/** The text under a key of a channel, expanded; undefined where it cannot be expanded. */
export function textUnder(node: JsonObject, key: "id" | "type", env: Environment): string | undefined {
  const value = memberOf(node, key)?.value;
  if (value?.kind !== "scalar" || typeof value.value !== "string") return undefined;
  const expansion = expandText(value.value, env);
  return expansion.kind === "expanded" ? expansion.text.trim() : undefined;
}

/** Without unknown keys, and without the parts that belong to channels of another type; each is reported. */
export function withoutForeignKeys(
  node: JsonObject,
  channel: Channel<unknown, unknown>,
  options: Pick<ParseChannelOptions, "path" | "registry" | "report">,
): JsonNode {
  const { path, registry, report } = options;
  const members = new Map(node.members);
  for (const { type } of registry) {
    const member = members.get(type);
    if (type === channel.type || member === undefined) continue;
    members.delete(type);
    const what: ConfigMessage = { id: "partOfOtherType", values: { owner: type, type: channel.type } };
    report({ offset: member.keyOffset, path: [...path, type], what, effect: { id: "keyIgnored" } });
  }
  const withdraw = members.get("withdraw");
  if (withdraw !== undefined && channel.dismiss === undefined) {
    members.delete("withdraw");
    const what: ConfigMessage = { id: "cannotWithdraw", values: { type: channel.type } };
    report({ offset: withdraw.keyOffset, path: [...path, "withdraw"], what, effect: { id: "keyIgnored" } });
  }
  const schema = z.object({ ...commonChannelSchema.shape, [channel.type]: z.optional(channel.schema) });
  return withoutUnknownKeys({ ...node, members }, path, [schema], report);
}

type Common = Omit<ResolvedChannel, "config" | "unusable">;

function parseCommon(
  node: JsonNode,
  channel: Channel<unknown, unknown>,
  { path, report }: ParseChannelOptions,
  leaveOut: Refuse,
): Common | undefined {
  const remaining = withoutUnknownEvents(withoutPlace(node, [channel.type]) ?? node, path, report);
  const checked = check(commonChannelSchema, remaining, path);
  if (checked.kind === "wrong") {
    for (const problem of checked.problems) leaveOut(problem);
    return undefined;
  }
  for (const problem of checked.clamped) report(problem);
  const { id, enabled, delayMs, events = DEFAULT_EVENTS, modes = channel.modes.default } = checked.value;
  const withdraw = channel.dismiss !== undefined && (checked.value.withdraw ?? true);
  const badMode = modes.findIndex((mode) => !channel.modes.allowed.includes(mode));
  if (badMode >= 0) {
    const place = placeOf(remaining, ["modes", badMode]);
    const allowed = channel.modes.allowed.map((mode) => `"${mode}"`);
    const what: ConfigMessage = {
      id: "otherMode",
      values: { mode: modes[badMode] ?? "", type: channel.type, allowed },
    };
    return leaveOut({ offset: place.offset, path: [...path, ...place.path], what });
  }
  const sets = { events: [...new Set(events)], modes: [...new Set(modes)] };
  return { id, type: channel.type, enabled, delayMs, withdraw, ...sets };
}

function withoutUnknownEvents(node: JsonNode, path: KeyPath, report: ReportProblem): JsonNode {
  return mapMembers(node, (member) => {
    if (member.key !== "events") return member;
    const value = mapMembers(member.value, (event) => {
      const checked = check(eventSchema, event.value, [...path, "events", event.key]);
      if (checked.kind === "right") return event;
      for (const problem of checked.problems) report({ ...problem, effect: { id: "eventIgnored" } });
      return undefined;
    });
    return { ...member, value: member.value.kind === "array" ? value : member.value };
  });
}

type Checked<T> =
  /** `clamped`: numbers of which the limit was taken. */
  | { readonly kind: "right"; readonly value: T; readonly clamped: readonly ConfigProblem[] }
  | { readonly kind: "wrong"; readonly problems: readonly ConfigProblem[] };

/** @param base the path of `node` in the file */
function check<T>(schema: z.ZodMiniType<T>, node: JsonNode, base: KeyPath): Checked<T> {
  try {
    const { node: within, clamped } = withinLimits(node, schema, base);
    const result = z.safeParse(schema, toValue(within));
    if (result.success) return { kind: "right", value: result.data, clamped };
    return { kind: "wrong", problems: result.error.issues.map((issue) => problemOf(issue, schema, node, base)) };
  } catch {
    // A schema with a check that throws costs its own channel only (R9).
    return { kind: "wrong", problems: [{ offset: node.offset, path: base, what: { id: "uncheckable" } }] };
  }
}
