import { describe, expect, test } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { openJsonReader } from "../../../parts/reading/json-reader.ts";
import { decodeUtf8, maxDepth, maxValues, parseJson } from "../../../parts/json/parse-json.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const listed = (values: number): string => `[${"1,".repeat(values - 2)}1]`;

describe("the JSON parser", () => {
  test.for([
    "1",
    '"a"',
    "null",
    "[]",
    '{"a":[1,{"b":"\\\\"}]}',
    '"\\\\"',
    '["\\"[[[[", "\\\\\\"{{{"]',
    " [ 1 ] ",
  ])("reads %s as JSON.parse does", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test("accepts the allowed depth and number of values, and no more", () => {
    expect(parseJson(nested(maxDepth))).toEqual(JSON.parse(nested(maxDepth)));
    expect(() => parseJson(nested(maxDepth + 1))).toThrow("nested deeper");
    expect(parseJson(listed(maxValues))).toHaveLength(maxValues - 1);
    expect(() => parseJson(listed(maxValues + 1))).toThrow("more than");
    const keyed = `{${Array.from({ length: maxValues }, (_, at) => `"k${at}":1`).join(",")}}`;
    expect(() => parseJson(keyed)).toThrow("more than");
  });

  test("counts depth, and not the number of lists", () => {
    expect(parseJson(`[${"[[]],".repeat(1000)}1]`)).toHaveLength(1001);
  });

  test.for(["", "[", '"', '"\\', "]", "]]]][[[[", '{"a":"b', "[1,]"])("refuses %j", (text) => {
    expect(() => parseJson(text)).toThrow("is not valid JSON");
  });

  test("requires UTF-8", () => {
    expect(() => decodeUtf8(Uint8Array.of(0xc0, 0xaf))).toThrow("is not valid UTF-8");
  });
});

describe("a long text is parsed in a thread, with the same result as here:", () => {
  const never = new AbortController().signal;
  const long = "x".repeat(100_000);

  test.for<[string, string]>([
    ["a name of Object.prototype's members", '{"__proto__":{"code":"x"},"constructor":1,"pad":""}'],
    ["a lone surrogate", '{"a":"\\ud800","pad":""}'],
    ["numbers", '{"a":-0,"b":1e400,"c":0.1,"pad":""}'],
    ["a repeated name", '{"a":1,"a":2,"pad":""}'],
  ])("%s", async ([, text]) => {
    await using reader = await openJsonReader(systemClock);
    const read = async (pad: string) =>
      reader.read(Buffer.from(text.replace('"pad":""', `"pad":"${pad}"`)), never) as Promise<object>;
    const [here, there] = [await read(""), await read(long)];
    expect(Object.keys(there)).toEqual(Object.keys(here));
    expect({ ...there, pad: "" }).toEqual(here);
    expect(Object.getPrototypeOf(there)).toBe(Object.prototype);
  });

  test("errors are reported in the same way", async () => {
    await using reader = await openJsonReader(systemClock);
    for (const text of ["[".repeat(100_000), `"${long}`, `[${"1,".repeat(50_000)}1]`])
      await expect(reader.read(Buffer.from(text), never)).rejects.toMatchObject({ name: "UnreadableJson" });
    await expect(reader.read(Buffer.alloc(100_000, 0xff), never)).rejects.toThrow("UTF-8");
  });

  test("a caller that has left is not waited for", async () => {
    await using reader = await openJsonReader(systemClock);
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(reader.read(Buffer.from(`"${long}"`), gone)).rejects.toThrow("gone");
  });
});
