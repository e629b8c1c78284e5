import { own } from "../../text/own.ts";
import type { Call } from "../../tree/nodes.ts";
import { leave, type Run } from "../run.ts";
import { none, some, unknown, type KnownValue } from "../values.ts";
import type { Builtins } from "./builtin.ts";
import { collectionBuiltins } from "./collections.ts";
import { fileBuiltins } from "./files.ts";
import { iterationBuiltins } from "./iteration.ts";
import { numberBuiltins } from "./numbers.ts";
import { textBuiltins } from "./text.ts";

/** Builtins that only look at what they are given. */
const harmless: Readonly<Record<string, string | undefined>> = {
  print: "NoneType",
  repr: "str",
  ascii: "str",
  format: "str",
  bin: "str",
  hex: "str",
  oct: "str",
  input: "str",
  isinstance: "bool",
  issubclass: "bool",
  callable: "bool",
  hasattr: "bool",
  id: "int",
  hash: "int",
  any: "bool",
  all: "bool",
  type: undefined,
  round: undefined,
  getattr: undefined,
  frozenset: "frozenset",
  bytes: "bytes",
  complex: "complex",
  object: undefined,
  open: undefined,
  pow: undefined,
  divmod: "tuple",
  slice: undefined,
  map: "map",
  filter: "filter",
};

export const builtinNames: ReadonlySet<string> = new Set([
  ...Object.keys(harmless),
  ..."len range int float str bool list tuple dict set sorted sum min max abs ord chr enumerate zip reversed next iter".split(
    " ",
  ),
]);

export function callBuiltin(run: Run, node: Call, name: string, given: readonly KnownValue[]): KnownValue {
  const isPlain = node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
  const exact = own(builtins, name);
  if (exact && isPlain) return exact(run, node, given);
  if (exact && Object.hasOwn(takesKeywords, name) && node.args.every(({ kind }) => kind !== "Starred"))
    return exact(run, node, given);
  if (name === "map" || name === "filter" || name === "getattr" || name === "next") leave(run, ...given);
  if (!Object.hasOwn(harmless, name)) return typeMade(name);
  const type = harmless[name];
  return type === "NoneType" ? none : type === undefined ? unknown : some(type);
}

const builtins: Builtins = {
  ...numberBuiltins,
  ...textBuiltins,
  ...collectionBuiltins,
  ...iterationBuiltins,
  ...fileBuiltins,
};

const takesKeywords: Readonly<Record<string, true>> = { sorted: true, min: true, max: true, open: true };

const made: Readonly<Record<string, string>> = { len: "int", ord: "int", chr: "str", sorted: "list" };

function typeMade(name: string): KnownValue {
  if (["sum", "abs", "min", "max", "next", "iter"].includes(name)) return unknown;
  return some(own(made, name) ?? name);
}
