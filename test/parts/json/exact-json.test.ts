import { describe, expect, test } from "vitest";
import { memberOf, quotePath, readExactJson } from "../../../parts/json/exact-json.ts";
import { isExactNumber } from "../../../parts/json/exact-number.ts";

const flawsOf = (text: string): string[] =>
  readExactJson(text).flaws.map(({ path, kind }) => `${kind} ${quotePath(path)}`);

describe("a JSON text", () => {
  test.for([
    '{"a":{"a":[{"a":1},{"a":2}]},"b":[]}',
    ' { "a" : [ ] , "b" : { } } ',
    "[]",
    '"a"',
    " 1 ",
    "null",
    '{"a":"{\\"a\\":1"}',
  ])("is exact when it repeats no name: %s", (text) => {
    expect(readExactJson(text)).toEqual({ value: JSON.parse(text), flaws: [] });
  });

  test.for<[string, string[]]>([
    ['{"a":1,"a":1}', ["repeated `a`"]],
    ['{"a":1,"\\u0061":1, "a" :{}}', ["repeated `a`", "repeated `a`"]],
    ['{"":[0,{"b":{},"b":{"b":[]}}]}', ['repeated `[""][1].b`']],
    ['{"__proto__":1,"__proto__":2}', ["repeated `__proto__`"]],
    ['[1,[-0],{"x":1e999}]', ["number `[1][0]`", "number `[2].x`"]],
  ])("is not exact when it repeats a name or rounds a number: %s", ([text, flaws]) => {
    expect(flawsOf(text)).toEqual(flaws);
  });

  test("has the position of a flaw inside a member", () => {
    const body = readExactJson('{"a":{"b":1,"b":2},"c":{"b":1,"b":2}}');
    expect(memberOf(body, "a")).toEqual({ value: { b: 2 }, flaws: [{ path: ["b"], kind: "repeated" }] });
    expect(memberOf(body, "toString")).toEqual({ value: undefined, flaws: [] });
  });
});

describe("a JSON number", () => {
  test.for([
    "0",
    "0.0",
    "0e5",
    "1",
    "1.0",
    "1e0",
    "10E-1",
    "0.1",
    "1e-7",
    "1E-07",
    "0.0000001",
    "1e21",
    "1e+21",
    "-1.50",
    "9007199254740991",
    "5e-324",
    "1000000000000000000000",
  ])("is exact as %s", (source) => {
    expect(isExactNumber(source)).toBe(true);
  });

  test.for([
    "-0",
    "-0.0",
    "-0e1",
    "1e400",
    "1e-400",
    "9007199254740993",
    "0.1000000000000000055511151231257827",
    "1.00000000000000000001",
    `1${"0".repeat(200_000)}1`,
  ])("is not exact as %.40s", (source) => {
    expect(isExactNumber(source)).toBe(false);
  });
});
