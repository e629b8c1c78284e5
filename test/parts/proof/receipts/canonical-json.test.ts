import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../../parts/proof/receipts/canonical-json.ts";
import { createDice, type Dice } from "../../../support/dice.ts";

const numbers = [0, -0, 1, -1, 1e21, 1e20, 1e-7, 0.1, 5e-324, 1.7976931348623157e308, 2 ** 53, 0.3 - 0.1];
const texts = ["", "a", "A", "ä", "1", "10", "9", "__proto__", "é\u2028", "\r", "🐍", "\ufb33", '"\\', "\0"];

/** Any JSON value. */
function aValue(dice: Dice, depth: number): unknown {
  const kind = dice.below(depth > 0 ? 6 : 4);
  if (kind === 0) return dice.pick([null, true, false, undefined]);
  if (kind === 1) return dice.pick(numbers);
  if (kind < 4) return dice.pick(texts) + dice.pick(texts);
  const members = Array.from({ length: dice.below(6) }, () => aValue(dice, depth - 1));
  if (kind === 4) return members;
  return Object.fromEntries(members.map((member) => [dice.pick(texts) + dice.pick(texts), member]));
}

/** What versions before 1.52.0 wrote and signed. */
function writtenBefore(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => writtenBefore(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const inOrder = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${inOrder.map(([name, member]) => `${JSON.stringify(name)}:${writtenBefore(member)}`).join(",")}}`;
}

describe("canonical JSON", () => {
  test("follows RFC 8785 in its examples", () => {
    const example = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonicalJson(JSON.parse(example))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const inOrder = ["\r", "1", "\u0080", "ö", "€", "😀", "\ufb33"];
    const written = canonicalJson(Object.fromEntries(inOrder.toReversed().map((name) => [name, 0])));
    expect(written).toBe(`{${inOrder.map((name) => `${JSON.stringify(name)}:0`).join(",")}}`);
  });

  test("writes minus zero as zero, and leaves out undefined", () => {
    expect(canonicalJson({ b: [-0, undefined, 1e21], a: undefined })).toBe('{"b":[0,null,1e+21]}');
  });

  test("is the same as earlier versions signed for 5,000 values", () => {
    const dice = createDice(41);
    for (let tried = 0; tried < 5000; tried += 1) {
      const value = { value: aValue(dice, 4) };
      expect(canonicalJson(value)).toBe(writtenBefore(value));
    }
  });

  test.for<[string, object]>([
    ["a lone surrogate", { text: "\ud800" }],
    ["a lone surrogate in a name", { "\udc00": 1 }],
    ["two surrogates in the wrong order", ["\udc00\ud800"]],
    ["NaN", [NaN]],
    ["infinity", { number: -Infinity }],
  ])("does not exist for %s", ([, value]) => {
    expect(() => canonicalJson(value)).toThrow(/not allowed/);
  });

  test("has no limit of depth", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(canonicalJson(deep)).toHaveLength(100_002);
  });
});
