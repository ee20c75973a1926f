import { expand } from "dotenv-expand";
import { describe, expect, test } from "vitest";
import { expandText } from "../../src/config/environment/expand-environment.ts";

const ENV = {
  A: "one",
  B: "two",
  EMPTY: "",
  TOKEN: "tk_$abc",
  DOUBLE: "ab$$cd",
  AMP: "a$&b",
  COMMAND: "$(touch x)",
  REFERENCE: "${A}",
  SELF: "$SELF",
  BACKSLASH: "x\\",
  OPEN: "a{b",
  CLOSE: "x}y",
  LINES: "l1\nl2",
  PRIVATE: "\ue000\ue0001\ue000",
  nullable: "set",
};

describe("what is inserted", () => {
  test.each([
    ["", ""],
    ["plain \\ text", "plain \\ text"],
    ["$A", "one"],
    ["${A}", "one"],
    ["<$A-$B>", "<one-two>"],
    ["${A}$A", "oneone"],
    ["$A\n${B}", "one\ntwo"],
    // Values go in as they are.
    ["$TOKEN", "tk_$abc"],
    ["${TOKEN}", "tk_$abc"],
    ["Bearer $DOUBLE", "Bearer ab$$cd"],
    ["$AMP", "a$&b"],
    ["$COMMAND", "$(touch x)"],
    ["$REFERENCE", "${A}"],
    ["$SELF", "$SELF"],
    ["$BACKSLASH$A", "x\\one"],
    ["$BACKSLASH\\$A", "x\\$A"],
    ["${NO:-${OPEN}}", "a{b"],
    ["${NO:-${CLOSE}}", "x}y"],
    ["$LINES", "l1\nl2"],
    ["$PRIVATE", "\ue000\ue0001\ue000"],
    ["\ue000\ue0010\ue000$A\ue000", "\ue000\ue0010\ue000one\ue000"],
    ["$$A", "$one"],
    ["$$$A", "$$one"],
    // Names that trip the library.
    ["$nullable", "set"],
    ["${constructor:-c}", "c"],
    ["${__proto__:-p}", "p"],
    // Defaults and alternatives.
    ["${A:-d}", "one"],
    ["${NO:-d}", "d"],
    ["${NO-d}", "d"],
    ["${EMPTY:-d}", "d"],
    ["${EMPTY-d}", "d"],
    ["${NO:-}", ""],
    ["${NO:-a:-b-c}", "a:-b-c"],
    ["${NO:-$A}", "one"],
    ["${NO:-${A}}", "one"],
    ["${NO:-${NOPE:-deep}}", "deep"],
    ["${NO:-$TOKEN}", "tk_$abc"],
    ["${NO:-$AMP}", "a$&b"],
    ["${NO:-$&}", "$&"],
    ["${NO:-$$}", "$$"],
    ["${NO:-$'$`}", "$'$`"],
    ["${NO:-\\$A}", "$A"],
    ["${NO:-C:\\}$A", "C:\\one"],
    ["${NO:-has}}", "has}"],
    ["${A:-$NO}", "one"],
    ["${A:-${NO}}", "one"],
    ["${A:+alt}", "alt"],
    ["${A+alt}", "alt"],
    ["${NO:+alt}", ""],
    ["${NO:+$NOPE}", ""],
    ["${EMPTY:+alt}", ""],
    // Set but empty.
    ["<$EMPTY>", "<>"],
    ["<${EMPTY}>", "<>"],
    // Literal.
    ["\\$A", "$A"],
    ["\\${A}", "${A}"],
    ["\\${NO:-$A}", "${NO:-one}"],
    ["\\\\$A", "\\$A"],
    ["$(touch x)", "$(touch x)"],
    ["`touch x` $", "`touch x` $"],
    ["$1 $& $é ${} ${", "$1 $& $é ${} ${"],
    ["costs ${{title}}", "costs ${{title}}"],
  ])("%j gives %j", (text, expected) => {
    expect(expandText(text, ENV)).toEqual({ kind: "expanded", text: expected });
  });

  test("a text that holds every private-use character still expands", () => {
    const all = Array.from({ length: 0xf900 - 0xe000 }, (_, index) => String.fromCharCode(0xe000 + index)).join("");
    expect(expandText(`${all}$A${all}\ue000\ue000$B\ue000`, ENV)).toEqual({
      kind: "expanded",
      text: `${all}one${all}\ue000\ue000two\ue000`,
    });
  });
});

test("a text of nothing but what the marks are made of expands too", () => {
  const all = Array.from({ length: 0xf900 - 0xe000 }, (_, index) => String.fromCharCode(0xe000 + index));
  const pairs = all.map((character) => `\ue000${character}`).join("");
  for (const text of [pairs + "\ue000".repeat(300_000), `${pairs}\ue000\ue001`]) {
    expect(expandText(`${text}$A${text}$AMP\ue001`, ENV)).toEqual({
      kind: "expanded",
      text: `${text}one${text}${ENV.AMP}\ue001`,
    });
  }
});

describe("the library agrees wherever nothing needs escaping", () => {
  const plain = { A: "one", B: "two", EMPTY: "" };
  test.each([
    "$A",
    "${A}",
    "$A-x",
    "$A$B",
    "${A}$A",
    "${A:-d}",
    "${NO:-d}",
    "${NO-d}",
    "${EMPTY:-d}",
    "${EMPTY-d}",
    "${A:+alt}",
    "${NO:+alt}",
    "${A+alt}",
    "${NO:-${B}}",
    "${NO:-$B}",
    "${NO:-${NOPE:-deep}}",
    "${NO:-}",
    "${A:-$NO}",
    "${A:-${NO}}",
    "$EMPTY",
    "\\$A",
    "\\${A}",
    "\\\\$A",
    "a$",
    "$1",
    "${}",
    "$(touch x)",
    "${NO:-a:-b}",
    "${NO:-a-b}",
    "${NO:-has}}",
    "\\${NO:-$A}",
    "${NO:-\\$A}",
    "x\\$y",
    "${A-B:-x}",
    "$A\\",
    "${A}\\${B}",
    "$é",
    "a\n$B",
  ])("%j", (text) => {
    const parsed: Record<string, string> = { key: text };
    expand({ parsed, processEnv: { ...plain } });
    expect(expandText(text, plain)).toEqual({ kind: "expanded", text: parsed.key });
  });
});

describe("what is not set", () => {
  test.each([
    ["$NO", ["NO"]],
    ["${NO}", ["NO"]],
    ["a $NO b ${NOPE} $NO", ["NO", "NOPE"]],
    ["${NO:-$NOPE}", ["NOPE"]],
    ["${NO:-${NOPE}}", ["NOPE"]],
    ["${A:+$NO}", ["NO"]],
    ["$constructor", ["constructor"]],
    ["${__proto__}", ["__proto__"]],
    ["$toString", ["toString"]],
    ["$nully", ["nully"]],
    ["$$NO", ["NO"]],
  ])("%j names %j", (text, names) => {
    expect(expandText(text, ENV)).toEqual({ kind: "unset", names });
  });

  test("a variable whose value is undefined is not set", () => {
    expect(expandText("$X", { X: undefined })).toEqual({ kind: "unset", names: ["X"] });
  });
});

describe("what is no reference at all", () => {
  test.each([
    "${A",
    "${ A }",
    "${1}",
    "${A?no}",
    "${A:?no}",
    "${A:=x}",
    "${A%x}",
    "${$A}",
    "${${A}}",
    '${NO:-{"a":1}}',
    "${NO:-{{title}}}",
    "${A:-",
    "$A".repeat(101),
  ])("%j is refused", (text) => {
    const expansion = expandText(text, ENV);
    expect(expansion.kind).toBe("malformed");
  });
});

test("the environment it is given stays as it was", () => {
  const env = Object.freeze({ A: "one" });
  const before = { ...process.env };
  expandText("$A ${NO:-x}", env);
  expect(env).toEqual({ A: "one" });
  expect({ ...process.env }).toEqual(before);
});
