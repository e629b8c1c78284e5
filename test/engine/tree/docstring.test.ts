import { expect, test } from "vitest";
import { isDocstring, isLoneText } from "../../../engine/tree/docstring.ts";
import { readTree } from "../../../engine/tree/tree.ts";

function linesOf(text: string, is: typeof isDocstring): number[] {
  const { nodes, positions } = readTree(text)!;
  return nodes.filter(is).map(({ start }) => positions.lineOf(start));
}

const text = `"module"
"more"
class A:
    "class"
    async def f(self):
        """async"""
        "more"
def g():
    b"bytes"
def h():
    f"{g}"
def i():
    x = 1
    "late"
if g:
    "block"
`;

test("a docstring is the first string of a module, a class or a function", () => {
  expect(linesOf(text, isDocstring)).toEqual([1, 4, 6]);
});

test("a lone string may be anywhere, and bytes and f-strings do not count", () => {
  expect(linesOf(text, isLoneText)).toEqual([1, 2, 4, 6, 7, 14, 16]);
});
