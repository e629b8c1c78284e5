import { standsAlone } from "../../program/stand-alone.ts";
import type { Call } from "../../tree/nodes.ts";
import { readFloat, readInteger } from "../../values/read-number.ts";
import { integerOf, numberOf } from "../../values/value.ts";
import { shown } from "../describe.ts";
import { Raised } from "../failure.ts";
import { sortable } from "../methods.ts";
import { truth } from "../operators.ts";
import type { Run } from "../run.ts";
import { takeAll } from "../sequences.ts";
import { typeOf } from "../state.ts";
import { bool, float, int, some, unknown, type KnownValue } from "../values.ts";
import { refuse, type Builtin, type Builtins } from "./builtin.ts";

/** Builtins that return numbers and truth values. */
export const numberBuiltins: Builtins = {
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
  bool: (run, _node, [value]) => {
    const known = value === undefined ? false : truth(run, value);
    return known === undefined ? some("bool") : bool(known);
  },
  abs: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["str", "text", "list", "tuple", "dict", "NoneType"].includes(type))
      refuse(node, type, "has no absolute value", "argument-types");
    const number = value && integerOf(value);
    return number === undefined
      ? type === "int" || type === "float"
        ? some(type)
        : unknown
      : int(number < 0n ? -number : number);
  },
  sum: (run, node, given) => {
    const [value] = given;
    if (value === undefined) return unknown;
    const members = takeAll(run, value, node.args[0]!);
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
    if (given.length > 1) return unknown;
    if (numbers && !numbers.includes(undefined))
      return int((numbers as bigint[]).reduce((a, b) => a + b, 0n));
    // Only numbers can be added to the 0 that it starts with, and what the program teaches to add itself.
    const isNumber = standsAlone(run.facts) && !run.own.operations.has("operate");
    return isNumber && !run.own.derivesFromOthers ? some("number") : unknown;
  },
  round: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["str", "text", "list", "tuple", "dict", "set", "NoneType"].includes(type))
      refuse(node, type, "cannot be rounded", "argument-types");
    return unknown;
  },
  min: extreme(-1),
  max: extreme(1),
};

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
    const members = given.length === 1 ? takeAll(run, given[0]!, node.args[0]!) : given;
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
