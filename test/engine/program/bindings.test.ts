import { expect, test } from "vitest";
import { bindingKind, nameBoundBy } from "../../../engine/program/bindings.ts";
import { factsOf } from "./facts-of.ts";

test.for<[string, string[]]>([
  ["x = y", ["variable x"]],
  ["del x", ["variable x"]],
  ["(x): int", []],
  ["x: int", ["variable x"]],
  ["import a.b, c.d as e", ["import a", "import e"]],
  ["from m import *", []],
  ["def f(a, *b, **c): pass", ["function f", "parameter a", "parameter b", "parameter c"]],
  ["class C[T]: pass", ["class C", "type parameter T"]],
  [
    "match v:\n    case [a, *b, {'k': 1, **c}] as d: pass",
    ["variable d", "variable a", "variable b", "variable c"],
  ],
  ["try: pass\nexcept E as e: pass", ["variable e"]],
])("the bindings of `%s` are found", ([text, bound]) => {
  const bindings = factsOf(`${text}\n`).tree.nodes.filter((node) => nameBoundBy(node) !== undefined);
  expect(bindings.map((node) => `${bindingKind(node)} ${nameBoundBy(node)}`)).toEqual(bound);
});
