import { expect, test } from "vitest";
import { claimText } from "../../../engine/execute/claim-text.ts";

test.each([
  [null, "None"],
  [true, "True"],
  [-3, "-3"],
  ["it's", `"it's"`],
  ["a", "'a'"],
  [["float", "1.5"], "1.5"],
  [["list", 1, ["tuple", 2]], "[1, (2,)]"],
  [["dict", ["a", ["set"]]], "{'a': set()}"],
  [["collections.deque", null, 1], "deque(None, 1)"],
  [{ opaque: "Node", repr: "<Node 1>" }, "<Node 1>"],
])("%j is written as %s", (encoded, text) => {
  expect(claimText([0, "value", encoded, ""])).toBe(text);
});

test("an exception is written as its last traceback line", () => {
  expect(claimText([0, "raised", "KeyError", "'x'", ""])).toBe("KeyError: 'x'");
});
