import { describe, expect, it } from "vitest";
import {
  checkNameReplies,
  type LookupDecision,
  type NameReply,
} from "../../../src/adapters/http/check-name-replies.ts";

const V4 = ["192.0.2.1"];
const V6 = ["2001:db8::1"];
const WAIT: LookupDecision = { kind: "wait" };
const SYSTEM: LookupDecision = { kind: "ask-system" };
const FAILED: LookupDecision = { kind: "failed" };
const known = (...addresses: string[]): LookupDecision => ({ kind: "addresses", addresses });

type Row = readonly [first: readonly NameReply[], others: readonly NameReply[], verdict: LookupDecision];

describe("what to do with the answers of name servers", () => {
  it.each<Row>([
    [["pending", "pending"], [], WAIT],
    [[V4, "pending"], [], WAIT],
    [["pending", V6], [], WAIT],
    [[V4, V6], [], SYSTEM],
    [[V4, []], [], SYSTEM],
    [[[], []], [], SYSTEM],
    [[V4, "broken"], [], SYSTEM],
    [["broken", "broken"], [], SYSTEM],
    [["broken", "pending"], [], WAIT],
    [["silent", "broken"], [], WAIT],
    [[V4], [], SYSTEM],
  ])("at first: %j and %j", (first, others, verdict) => {
    expect(checkNameReplies({ first, others, isHeadStartOver: false })).toEqual(verdict);
  });

  it.each<Row>([
    [["pending", "pending"], ["pending", "pending"], WAIT],
    [["pending", "pending"], [], WAIT],
    [[V4, V6], [], SYSTEM],
    [[[], []], ["pending", "pending"], SYSTEM],
    [[V4, "pending"], [], known(...V4)],
    [["pending", V6], ["pending", "pending"], known(...V6)],
    [[V4, "broken"], [], known(...V4)],
    [["pending", "pending"], [V4, "pending"], known(...V4)],
    [["pending", V6], [V4, V6], known(...V6, ...V4)],
    [["pending", "pending"], [[], []], WAIT],
    [["broken", "broken"], [], FAILED],
    [["silent", "silent"], ["silent", "broken"], FAILED],
    [["silent", "silent"], ["silent", "pending"], WAIT],
    [["silent", "silent"], [[], []], FAILED],
  ])("later: %j and %j", (first, others, verdict) => {
    expect(checkNameReplies({ first, others, isHeadStartOver: true })).toEqual(verdict);
  });
});
