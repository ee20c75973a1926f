import { describe, expect, it } from "vitest";
import { judgeNameAnswers, type NameAnswer, type NameVerdict } from "../../../src/adapters/http/judge-name-answers.ts";

const V4 = ["192.0.2.1"];
const V6 = ["2001:db8::1"];
const WAIT: NameVerdict = { kind: "wait" };
const SYSTEM: NameVerdict = { kind: "ask-system" };
const FAILED: NameVerdict = { kind: "failed" };
const known = (...addresses: string[]): NameVerdict => ({ kind: "addresses", addresses });

type Row = readonly [first: readonly NameAnswer[], others: readonly NameAnswer[], verdict: NameVerdict];

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
    expect(judgeNameAnswers({ first, others, isHeadStartOver: false })).toEqual(verdict);
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
    expect(judgeNameAnswers({ first, others, isHeadStartOver: true })).toEqual(verdict);
  });
});
