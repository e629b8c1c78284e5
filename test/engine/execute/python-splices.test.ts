import { expect, test } from "vitest";
import { toPythonSplices } from "../../../engine/execute/python-splices.ts";

test("offsets are unchanged when every character is one UTF-16 unit", () => {
  expect(toPythonSplices("x = é\n")({ splices: [{ start: 4, end: 5, text: "y" }] })).toEqual([[4, 5, "y"]]);
});

test("an emoji before the edit counts as one character", () => {
  const source = "s = '😀😀' + x\n";
  const at = source.indexOf("x");
  const [splice] = toPythonSplices(source)({ splices: [{ start: at, end: at + 1, text: "y" }] });
  expect(splice).toEqual([Array.from(source).indexOf("x"), Array.from(source).indexOf("x") + 1, "y"]);
});
