import { expect, test } from "vitest";
import { codeScope, runScope, visibleVariables } from "../../../engine/program/scopes.ts";
import { factsOf, lastName, nodeOf } from "./facts-of.ts";

const text = `import os.path as p
limit = 3
class A:
    kind = 1
    def m(self, n):
        def inner(z): return [y for y in z if (w := y)]
        global limit
        limit = n
        for i in inner(n): pass
        return i
`;
const { names } = factsOf(text);
const boundIn = (qualname: string): string[] => [
  ...names.scopes.find((scope) => scope.qualname === qualname)!.variables.keys(),
];

test("names are bound where Python binds them", () => {
  expect(boundIn("")).toEqual(["p", "limit", "A"]);
  expect(boundIn("A")).toEqual(["kind", "m"]);
  expect(boundIn("A.m")).toEqual(["self", "n", "inner", "i"]);
  expect(boundIn("A.m.<locals>.inner")).toEqual(["z", "w"]);
});

test("a variable knows where it is bound and read", () => {
  const limit = names.module.variables.get("limit")!;
  expect(limit.bindings).toHaveLength(2);
  expect(limit.isCaptured).toBe(true);
  const { reads, mentions, isDeleted } = names.scopes
    .find(({ qualname }) => qualname === "A.m")!
    .variables.get("n")!;
  expect([reads.length, mentions.length, isDeleted]).toEqual([2, 2, false]);
});

test("a method sees all enclosing names except those of its class", () => {
  const facts = factsOf(text);
  const visible = visibleVariables(facts.names.scopeOf(lastName(facts, "i")));
  expect([...visible.keys()]).toEqual(["self", "n", "inner", "i", "p", "limit", "A"]);
});

test("the first iterable of a comprehension is evaluated outside it", () => {
  const facts = factsOf("def f(x):\n    return [x for x in x]\n");
  const scopes = facts.all("Name").map((name) => facts.names.variableOf(name)!.scope.kind);
  expect(scopes).toEqual(["comprehension", "comprehension", "function"]);
});

test("a generator runs later, and other comprehensions and classes run at once", () => {
  const facts = factsOf("def f():\n    class C:\n        a = [1 for _ in z]\n        b = (1 for _ in z)\n");
  const inside = (kind: "ListComp" | "GeneratorExp") => facts.names.inside(nodeOf(facts, kind))!;
  expect(codeScope(inside("ListComp")).qualname).toBe("f.<locals>.C");
  expect(runScope(inside("ListComp")).qualname).toBe("f");
  expect(runScope(inside("GeneratorExp")).qualname).toBe("f.<locals>.C.<genexpr>");
});

test("type parameters are not part of a qualified name", () => {
  const { names } = factsOf("class C[T]:\n    def m[U](self): pass\n");
  expect(names.scopes.filter(({ kind }) => kind === "function").map(({ qualname }) => qualname)).toEqual([
    "C.m",
  ]);
});
