import { describe, expect, test } from "vitest";
import { statedOrigin } from "../../../service/caller/origin.ts";
import { toOrigin } from "../../../parts/store/visits.ts";

describe("an origin", () => {
  test.for<[string | null | undefined, string]>([
    ["docs", "docs"],
    ["GitHub-Action_2.1", "github-action_2.1"],
    ["a", "a"],
    ["0".repeat(32), "0".repeat(32)],
    [undefined, "direct"],
    [null, "direct"],
    ["", "direct"],
    ["0".repeat(33), "other"],
    ["two words", "other"],
    [" docs", "other"],
    ["docs\n", "other"],
    ["a,b", "other"],
    ["<b>", "other"],
    ["__proto__", "other"],
    ["-docs", "other"],
    ["ünï", "other"],
    [`asy_${"a".repeat(40)}`, "other"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "other"],
  ])("%j is counted as %j", ([stated, origin]) => {
    expect(toOrigin(stated)).toBe(origin);
  });
});

describe("a caller", () => {
  const stated = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    statedOrigin({ query: (name) => query[name], header: (name) => headers[name] });

  test("names its origin in the query or in a header, and the query wins", () => {
    expect(stated({ src: "docs" })).toBe("docs");
    expect(stated({}, { "x-client": "CI" })).toBe("ci");
    expect(stated({ src: "docs" }, { "x-client": "ci" })).toBe("docs");
    expect(stated({ src: "not this" }, { "x-client": "ci" })).toBe("other");
  });

  test("may name no origin", () => {
    expect(stated({})).toBeUndefined();
    expect(stated({ src: "" })).toBeUndefined();
    expect(stated({ src: "" }, { "x-client": "ci" })).toBe("ci");
  });
});
