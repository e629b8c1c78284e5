import { expect, test } from "vitest";
import { classOf, isUnfinished, lineage, methodsOf, selfOf } from "../../../engine/program/classes.ts";
import { factsOf, lastName } from "./facts-of.ts";

test("the lineage of a class lists its bases", () => {
  const facts = factsOf(
    "class A: pass\nclass B(A): pass\nclass C(B, object): pass\nclass D(C, Other): pass\n",
  );
  const lines = facts.classes.map((each) => lineage(facts, each)?.map(({ name }) => name));
  expect(lines).toEqual([["A"], ["B", "A"], ["C", "B", "A"], undefined]);
});

test("a name refers to a class only when nothing else binds it", () => {
  const facts = factsOf("class A: pass\nclass B: pass\nB = 1\nA, B\n");
  expect(classOf(facts, lastName(facts, "A"))?.name).toBe("A");
  expect(classOf(facts, lastName(facts, "B"))).toBeUndefined();
});

test("methods are found, also under a condition, with the name of their self parameter", () => {
  const text = `class A:
    def m(self, x): pass
    @staticmethod
    def s(x): pass
    if T:
        def c(this): pass
    def __new__(cls): pass
`;
  const methods = methodsOf(factsOf(text).classes[0]!);
  expect(methods.map((method) => [method.name, selfOf(method)])).toEqual([
    ["m", "self"],
    ["s", undefined],
    ["__new__", undefined],
    ["c", "this"],
  ]);
});

test.for<[string, boolean]>([
  ["class A: pass", false],
  ["class BaseA: pass", true],
  ["class A(ABC): pass", true],
  ["class A:\n    def m(self): raise NotImplementedError", true],
])("%j is meant to be subclassed: %s", ([text, isOpen]) => {
  expect(isUnfinished(factsOf(`${text}\n`).classes[0]!)).toBe(isOpen);
});
