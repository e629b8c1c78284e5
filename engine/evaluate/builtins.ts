import type { Call } from "../tree/nodes.ts";
import { noneUsed, shown, typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { sortable, sorted } from "./methods.ts";
import { truth } from "./operators.ts";
import { change, identified, leave, list, make, type Run } from "./run.ts";
import { membersOf, memberOf, mustHash, mustIterate } from "./sequences.ts";
import { keyIn, thingOf, typeOf } from "./state.ts";
import { readFloat, readInteger } from "../values/read-number.ts";
import { textOf } from "../values/repr.ts";
import { integerOf, numberOf } from "../values/value.ts";
import { bool, float, int, isScalar, none, some, str, unknown, type KnownValue } from "./values.ts";
import { own } from "../text/own.ts";

type Builtin = (run: Run, node: Call, given: readonly KnownValue[]) => KnownValue;

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

const takesKeywords: Readonly<Record<string, true>> = { sorted: true, min: true, max: true };

const made: Readonly<Record<string, string>> = { len: "int", ord: "int", chr: "str", sorted: "list" };

function typeMade(name: string): KnownValue {
  if (["sum", "abs", "min", "max", "next", "iter"].includes(name)) return unknown;
  return some(own(made, name) ?? name);
}

const unsized = new Set([
  "int",
  "float",
  "bool",
  "NoneType",
  "function",
  "generator",
  "map",
  "filter",
  "zip",
  "number",
]);

const builtins: Readonly<Record<string, Builtin>> = {
  len: (run, node, [value]) => {
    if (value === undefined) return some("int");
    const type = typeOf(run.state, value);
    if (type !== undefined && unsized.has(type)) refuse(node, type, "has no length", "not-iterable");
    if (value.kind === "str") return int(value.value.length);
    const thing = thingOf(run.state, value);
    const size = thing?.isMany
      ? undefined
      : (thing?.items?.length ?? thing?.entries?.size ?? membersOf(run, value)?.length);
    if (size !== undefined) return int(size);
    const id = "id" in value ? value.id : undefined;
    return id === undefined ? some("int") : { kind: "length", of: id, epoch: run.state.epoch, plus: 0n };
  },
  range: (run, node, given) => {
    for (const value of given) {
      const type = typeOf(run.state, value);
      if (
        type !== undefined &&
        ["float", "str", "NoneType", "list", "dict", "tuple", "quotient"].includes(type)
      ) {
        const remedy =
          type === "float" || type === "quotient"
            ? "Divide with `//`, or convert with `int`."
            : type === "str"
              ? "Convert it with `int`."
              : type === "list"
                ? "Pass its length: `len(…)`."
                : "Pass an integer.";
        const what = type === "quotient" ? "the float that `/` returns" : typeName(type);
        throw new Raised(
          node,
          type === "NoneType" ? "none-used" : "argument-types",
          "TypeError",
          `\`range\` takes integers, not ${what}: this raises TypeError. ${remedy}`,
        );
      }
    }
    const [start, stop, step] =
      given.length < 2 ? [int(0), given[0] ?? unknown, int(1)] : [given[0]!, given[1]!, given[2] ?? int(1)];
    if (integerOf(step!) === 0n) {
      throw new Raised(
        node,
        "bad-value",
        "ValueError",
        "The step of `range` must not be zero: this raises ValueError. Use 1, or -1 to count down.",
      );
    }
    return make(run, { type: "range", range: [start!, stop!, step!] });
  },
  int: (run, node, given) => toInteger(run, node, given),
  float: (run, node, [value]) => {
    if (value === undefined) return float(0);
    const type = typeOf(run.state, value);
    if (type !== undefined && ["list", "dict", "tuple", "set", "NoneType"].includes(type))
      refuse(node, type, "cannot be converted to a number", "argument-types");
    const number = numberOf(value);
    if (number !== undefined) return float(Number(number));
    const read = value.kind === "str" ? readFloat(value.value) : undefined;
    if (typeof read === "object") {
      throw new Raised(
        node,
        "bad-value",
        "ValueError",
        "This string is not a number: `float` raises ValueError. Pass digits, with a dot before the decimals.",
      );
    }
    return read === undefined ? some("float") : float(read);
  },
  str: (_run, _node, [value]) => {
    if (value === undefined) return str("");
    const text = isScalar(value) ? textOf(value) : undefined;
    return text === undefined ? some("str") : str(text);
  },
  bool: (run, _node, [value]) => {
    const known = value === undefined ? false : truth(run, value);
    return known === undefined ? some("bool") : bool(known);
  },
  list: (run, node, [value]) => collect(run, node, "list", value),
  tuple: (run, node, [value]) => collect(run, node, "tuple", value),
  set: (run, node, [value]) => {
    if (value === undefined) return make(run, { type: "set", entries: new Map() });
    mustIterate(run, value, node.args[0]!);
    return toSet(run, node, membersOf(run, value));
  },
  deque: (run, node, given) => (given.length > 1 ? some("deque") : collect(run, node, "deque", given[0])),
  defaultdict: (run, _node, [factory, ...given]) =>
    make(run, { type: "defaultdict", factory, entries: given.length === 0 ? new Map() : undefined }),
  dict: (run, _node, given) =>
    make(run, { type: "dict", entries: given.length === 0 ? new Map() : undefined }),
  sorted: (run, node, [value]) => {
    if (value === undefined) return some("list");
    mustIterate(run, value, node.args[0]!);
    const members = membersOf(run, value);
    sortable(run, node, members);
    if (!members) return identified(run, some("list"));
    return list(run, node.keywords.length > 0 ? members.map(() => unknown) : sorted(members));
  },
  sum: (run, node, given) => {
    const [value] = given;
    if (value === undefined) return unknown;
    mustIterate(run, value, node.args[0]!);
    const members = membersOf(run, value);
    const types = members?.map((member) => typeOf(run.state, member) ?? "?") ?? [];
    if (
      given.length === 1 &&
      types.some((type) => ["str", "list", "tuple", "dict", "NoneType"].includes(type))
    ) {
      throw new Raised(
        node,
        "operand-types",
        "TypeError",
        "`sum` starts at 0 and takes only numbers: this raises TypeError. Join strings with `join`; pass a start value to add lists.",
      );
    }
    const numbers = members?.map(integerOf);
    return given.length === 1 && numbers && !numbers.includes(undefined)
      ? int((numbers as bigint[]).reduce((a, b) => a + b, 0n))
      : unknown;
  },
  min: extreme(-1),
  max: extreme(1),
  abs: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["str", "list", "tuple", "dict", "NoneType"].includes(type))
      refuse(node, type, "has no absolute value", "argument-types");
    const number = value && integerOf(value);
    return number === undefined
      ? type === "int" || type === "float"
        ? some(type)
        : unknown
      : int(number < 0n ? -number : number);
  },
  ord: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["int", "float", "bool", "list", "NoneType"].includes(type))
      refuse(node, type, "is not a character", "argument-types");
    if (value?.kind !== "str") return some("int");
    if (value.value.length !== 1) {
      throw new Raised(
        node,
        "bad-value",
        "TypeError",
        `\`ord\` takes one character; this string has ${value.value.length}: this raises TypeError. Take one of its characters.`,
      );
    }
    return int(value.value.charCodeAt(0));
  },
  chr: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["str", "float", "list", "NoneType"].includes(type))
      refuse(node, type, "is not a character code", "argument-types");
    const code = value && integerOf(value);
    if (code === undefined) return some("str");
    if (code < 0n || code > 0x10ffffn) {
      throw new Raised(
        node,
        "bad-value",
        "ValueError",
        "No character has this code: `chr` raises ValueError. Codes go from 0 to 1114111.",
      );
    }
    return str(String.fromCodePoint(Number(code)));
  },
  enumerate: (run, node, given) => {
    mustIterate(run, given[0]!, node.args[0]!);
    const start = integerOf(given[1] ?? int(0));
    const members = membersOf(run, given[0]!);
    if (!members || start === undefined) {
      const each = make(run, { type: "tuple", items: [some("int"), memberOf(run, given[0]!)] });
      return make(run, { type: "enumerate", each });
    }
    return make(run, {
      type: "enumerate",
      items: members.map((member, at) =>
        make(run, { type: "tuple", items: [int(start + BigInt(at)), member] }),
      ),
    });
  },
  zip: (run, node, given) => {
    for (const [at, value] of given.entries()) mustIterate(run, value, node.args[at]!);
    const members = given.map((value) => membersOf(run, value));
    if (given.length === 0 || members.includes(undefined)) {
      const each = make(run, { type: "tuple", items: given.map((value) => memberOf(run, value)) });
      return make(run, { type: "zip", each });
    }
    const size = Math.min(...members.map((list) => list!.length));
    return make(run, {
      type: "zip",
      items: Array.from({ length: size }, (_, at) =>
        make(run, { type: "tuple", items: members.map((list) => list![at]!) }),
      ),
    });
  },
  iter: (run, node, given) => {
    if (given.length !== 1) return unknown;
    mustIterate(run, given[0]!, node.args[0]!);
    return make(run, { type: "iterator", items: membersOf(run, given[0]!) });
  },
  next: (run, node, given) => {
    const thing = thingOf(run.state, given[0] ?? unknown);
    if (thing?.type !== "iterator" || !thing.items || thing.isMany) {
      leave(run, ...given);
      return unknown;
    }
    const [first, ...rest] = thing.items;
    change(run, given[0]!, { items: rest });
    if (first || given[1]) return first ?? given[1]!;
    const message =
      "The iterator is exhausted here: `next` raises StopIteration. Pass a default as its second argument.";
    throw new Raised(node, "empty-collection", "StopIteration", message);
  },
  reversed: (run, node, [value]) => {
    mustIterate(run, value!, node.args[0]!);
    return make(run, { type: "reversed", items: membersOf(run, value!)?.toReversed() });
  },
};

function refuse(node: Call, type: string, why: string, failure: "not-iterable" | "argument-types"): never {
  const [given] = node.args;
  const message = `${given ? shown(given) : "This"} is ${typeName(type)} here and ${why}: ${shown(node.func)} raises TypeError. Pass something else, or convert it first.`;
  if (type === "NoneType")
    throw new Raised(node, "none-used", "TypeError", message, { data: given && noneUsed(given) });
  throw new Raised(node, failure, "TypeError", message);
}

function collect(run: Run, node: Call, type: string, value: KnownValue | undefined): KnownValue {
  if (value === undefined) return make(run, { type, items: [] });
  mustIterate(run, value, node.args[0]!);
  const members = membersOf(run, value);
  if (members) return make(run, { type, items: members });
  const each = memberOf(run, value);
  return identified(run, each.kind === "unknown" ? some(type) : make(run, { type, each }));
}

export function toSet(
  run: Run,
  node: Call | Parameters<typeof mustHash>[2],
  members: readonly KnownValue[] | undefined,
): KnownValue {
  const entries = new Map<string, readonly [KnownValue, KnownValue]>();
  for (const member of members ?? []) {
    mustHash(run, member, node, true);
    const key = keyIn(run.state, member);
    if (key === undefined) return make(run, { type: "set" });
    if (!entries.has(key)) entries.set(key, [member, member]);
  }
  return make(run, { type: "set", entries: members ? entries : undefined });
}

function toInteger(run: Run, node: Call, given: readonly KnownValue[]): KnownValue {
  const [value, base] = given;
  if (value === undefined) return int(0);
  const type = typeOf(run.state, value);
  if (type !== undefined && ["list", "dict", "tuple", "set", "NoneType"].includes(type))
    refuse(node, type, "cannot be converted to a number", "argument-types");
  if (value.kind === "str") {
    const radix = base === undefined ? 10 : Number(integerOf(base) ?? -1n);
    return toWhole(node, value.value, radix);
  }
  if (base !== undefined && type !== undefined && ["int", "float", "bool"].includes(type)) {
    throw new Raised(
      node,
      "argument-types",
      "TypeError",
      "`int` takes a base only with text: this raises TypeError. Convert with `str` first, or leave the base out.",
    );
  }
  const number = numberOf(value);
  if (typeof number === "bigint") return int(number);
  return typeof number === "number" && Number.isFinite(number)
    ? int(BigInt(Math.trunc(number)))
    : some("int");
}

function toWhole(node: Call, text: string, radix: number): KnownValue {
  const read = radix < 0 ? undefined : readInteger(text, radix);
  if (typeof read !== "object") return read === undefined ? some("int") : int(read);
  throw new Raised(
    node,
    "bad-value",
    "ValueError",
    `This string is not an integer in base ${radix}: \`int\` raises ValueError.${/^\s*[+-]?\d*\.\d*\s*$/.test(text) ? " Convert it with `float` first." : " Pass digits only."}`,
  );
}

function extreme(sign: 1 | -1): Builtin {
  return (run, node, given) => {
    const hasDefault = node.keywords.some(({ arg }) => arg === "default" || arg === undefined);
    if (given.length === 0) return unknown;
    if (given.length === 1) mustIterate(run, given[0]!, node.args[0]!);
    const members = given.length === 1 ? membersOf(run, given[0]!) : given;
    if (members?.length === 0 && !hasDefault) {
      const name = sign === 1 ? "max" : "min";
      throw new Raised(
        node,
        "empty-collection",
        "ValueError",
        `${shown(node.args[0]!)} is empty here: \`${name}\` raises ValueError. Pass a \`default\`, or check it first.`,
        { about: given[0] },
      );
    }
    sortable(run, node, members);
    const numbers = members?.map(integerOf);
    if (!numbers || numbers.length === 0 || numbers.includes(undefined) || node.keywords.length > 0)
      return unknown;
    return int((numbers as bigint[]).reduce((a, b) => ((sign === 1 ? b > a : b < a) ? b : a)));
  };
}
