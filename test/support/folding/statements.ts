import type { Writer } from "./writer.ts";

type Recipe = (writer: Writer) => { before: string; expression: string };

const list = (writer: Writer): string =>
  `[${Array.from({ length: writer.dice.below(4) }, () => writer.text()).join(", ")}]`;

/** A collection that is changed, and its content after that. */
const changing =
  (make: (writer: Writer) => string, change: (writer: Writer) => string): Recipe =>
  (writer) => {
    const line = change(writer);
    const isUnsure = writer.dice.below(5) === 0;
    const before = `v = ${make(writer)}\n${isUnsure ? `if len(u) > 1:\n    ${line}\n` : `${line}\n`}`;
    return {
      before,
      expression: writer.dice.pick(["v", "list(v)", "len(v)", "[x for x in v]", "''.join(v)"]),
    };
  };

const listChanges: Readonly<Record<string, (writer: Writer) => string>> = {
  append: (writer) => `v.append(${writer.any()})`,
  extend: (writer) => `v.extend(${writer.list()})`,
  insert: (writer) => `v.insert(${writer.int()}, ${writer.text()})`,
  pop: (writer) => `r = v.pop(${writer.either(() => "", writer.int)})`,
  reverse: () => "v.reverse()",
  copy: (writer) => `w = v.copy(); w.append(${writer.text()})`,
  clear: () => "v.clear()",
  remove: (writer) => `v.remove(${writer.text()}) if v else None`,
  sort: () => "v.sort(key=len)",
  set: (writer) =>
    writer.either(
      () => `v[${writer.dice.pick(["0", "-1", "0:1", "len(v):"])}] = ${writer.list()}`,
      () => `v.append('x'); v[0] = ${writer.text()}`,
    ),
  del: (writer) => `del v[${writer.dice.pick(["0", "-1", "0:1", ":"])}]`,
  augment: (writer) => `v += ${writer.list()}`,
  repeat: () => "v *= 2",
};

const setChanges: Readonly<Record<string, (writer: Writer) => string>> = {
  add: (writer) => `v.add(${writer.text()})`,
  update: (writer) => `v.update(${writer.list()})`,
  discard: (writer) => `v.discard(${writer.text()})`,
  intersection_update: (writer) => `v.intersection_update(${writer.list()})`,
  ior: (writer) => `v |= {${writer.text()}}`,
};

const dictChanges: Readonly<Record<string, (writer: Writer) => string>> = {
  set: (writer) => `v[${writer.either(writer.text, writer.int)}] = ${writer.any()}`,
  setUnknown: (writer) => `v[u] = ${writer.any()}`,
  update: (writer) =>
    `v.update(${writer.either(
      writer.dict,
      () => "a=1",
      () => "[('a', 2)]",
      () => `{'a': 1}, a=${writer.any()}`,
    )})`,
  setdefault: (writer) => `r = v.setdefault('a', ${writer.any()})`,
  pop: (writer) => `r = v.pop('a'${writer.dice.below(2) === 0 ? `, ${writer.any()}` : ""})`,
  popitem: () => "r = v.popitem()",
  clear: () => "v.clear()",
  del: () => "del v['a']",
  ior: (writer) => `v |= ${writer.dict()}`,
  get: (writer) => `r = v.get(${writer.text()}, 7)`,
};

const dict = (writer: Writer): string =>
  `{'a': ${writer.any()}, ${writer.text()}: ${writer.any()}, **${writer.dict()}}`;
const entries = (
  sort: string,
  table: Readonly<Record<string, (writer: Writer) => string>>,
  make: (writer: Writer) => string,
): [string, Recipe][] =>
  Object.entries(table).map(([name, change]) => [`${sort}.${name}`, changing(make, change)]);

export const statementRecipes: Readonly<Record<string, Recipe>> = Object.fromEntries([
  ...entries("list", listChanges, list),
  ...entries("set", setChanges, (writer) => `{${writer.text()}, ${writer.text()}}`),
  ...entries("dict", dictChanges, dict),
  [
    "dict.look",
    (writer) => ({
      before: `v = ${dict(writer)}\n`,
      expression: writer.dice.pick([
        "v.get('a')",
        "v['a']",
        "list(v.keys())",
        "list(v.values())",
        "list(v.items())",
        "v.copy()",
        "dict(v)",
        "'a' in v",
        "v.get(u)",
        "[*v]",
        "next(iter(v))",
      ]),
    }),
  ],
  [
    "iterator",
    (writer) => ({
      before: `it = ${writer.dice.pick(["iter", "list", "reversed", "enumerate"])}(${writer.list()})\n${writer.dice.pick(["", "w = next(it, 0)\n", "w = list(it)\n"])}`,
      expression: writer.dice.pick([
        "list(it)",
        "next(it, 'z')",
        "[x for x in it]",
        "''.join(it)",
        "tuple(it)",
      ]),
    }),
  ],
  [
    "unpacking",
    (writer) => ({
      before: `${writer.dice.pick(["a, b", "a, *b", "*a, b", "a, *b, c"])} = ${writer.list()}\n`,
      expression: writer.dice.pick(["a", "b", "(a, b)"]),
    }),
  ],
  [
    "loop",
    (writer) => ({
      before: `v = ${writer.text("str")}\nfor c in ${writer.either(writer.text, writer.list)}:\n    ${writer.dice.pick(["v = v + c", "v += c.upper()", "v = c", "v = v.replace(c, 'x')"])}\n`,
      expression: "v",
    }),
  ],
  [
    "augment",
    (writer) => ({
      before: `v = ${writer.any()}\nv ${writer.dice.pick(["+=", "*=", "%=", "|=", "-="])} ${writer.any()}\n`,
      expression: "v",
    }),
  ],
  [
    "generator",
    (writer) => ({
      before: `def g():\n    yield ${writer.any()}\n    yield from ${writer.list()}\n`,
      expression: writer.dice.pick(["list(g())", "next(g())", "''.join(g())", "tuple(g())"]),
    }),
  ],
]);
