import { describe, expect, test } from "vitest";
import { memberSources } from "../../../parts/json/json-members.ts";

const sourcesOf = (text: string): Record<string, readonly string[]> =>
  Object.fromEntries(memberSources(text));

describe("the members of an object", () => {
  test.for<[string, string, Record<string, string[]>]>([
    ["an empty object", "{}", {}],
    [
      "numbers to their last digit",
      '{"a":123456789012345678901234567890}',
      { a: ["123456789012345678901234567890"] },
    ],
    [
      "every kind of value",
      '{"a":"x","b":[1,{"a":2}],"c":null,"d":{"a":3}}',
      { a: ['"x"'], b: ['[1,{"a":2}]'], c: ["null"], d: ['{"a":3}'] },
    ],
    ["white space around everything", ' {\n "a" :\t1 ,\r\n "b" : 2 } ', { a: ["1"], b: ["2"] }],
    ["a repeated name", '{"a":1,"a":2}', { a: ["1", "2"] }],
    ["a name written with escapes", String.raw`{"\u0061":1}`, { a: ["1"] }],
    [
      "names of Object.prototype's members",
      '{"__proto__":1,"constructor":2}',
      { ["__proto__"]: ["1"], constructor: ["2"] },
    ],
  ])("are returned as they are written: %s", ([, text, members]) => {
    expect(memberSources(text)).toEqual(new Map(Object.entries(members)));
  });

  test.for<[string, string]>([
    ["quotes and braces in a string", String.raw`{"x":"\",\"a\":9}","a":1}`],
    ["a string that ends in a backslash", String.raw`{"x":"\\","a":1}`],
    ["colons and commas in a string", '{"x":",a:9,","a":1}'],
    ["the name deeper down", '{"x":{"a":9},"y":[{"a":9},"a"],"a":1}'],
    ["the name as a value", '{"x":"a","a":1}'],
  ])("are not confused with %s", ([, text]) => {
    expect(sourcesOf(text)["a"]).toEqual(["1"]);
  });
});

test("a value that is not an object has no members", () => {
  for (const text of ["[]", '[{"a":1}]', '"{}"', "1", "null"]) expect(memberSources(text).size).toBe(0);
});

test("a written member has the same value as from JSON.parse", () => {
  const values = ["", '"', "\\", '\\"{', "a,b:c", [], {}, [["]"]], { b: { "}": "{" } }, 1, -0.5, null, true];
  const object = Object.fromEntries(values.map((value, index) => [`k${index}"\\${index}`, value]));
  for (const indent of [undefined, 1, "\t"]) {
    const read = sourcesOf(JSON.stringify(object, undefined, indent));
    const parsed = Object.entries(read).map(([name, [source]]) => [name, JSON.parse(source!) as unknown]);
    expect(Object.fromEntries(parsed)).toEqual(object);
  }
});
