import type { Node } from "../tree/nodes.ts";
import { callDictMethod, callItemsMethod } from "./fold-items.ts";
import { formatBraces } from "./fold-format.ts";
import { foldMixedMethod, foldTextMethod } from "./fold-text.ts";
import { callFunction } from "./functions.ts";
import { handOver } from "./hand-over.ts";
import { cleaning, foldLibrary } from "./library.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { callObject, instantiate } from "./own-classes.ts";
import { readAttribute, readItem } from "./reach.ts";
import { storeItem } from "./bind.ts";
import { roundabout, taintOf, taints, taintOfThing } from "./taint.ts";
import {
  anything,
  int,
  items,
  join,
  joinAll,
  none,
  onlyInt,
  onlyText,
  reference,
  tainted,
  text,
  type Items,
  type Reference,
  type Thing,
  type Value,
} from "./value.ts";

/** What a call answers; everyone who listens hears of each target it may have. */
export function callValue(machine: Machine, callee: Value, given: Given, node: Node): Value {
  machine.spend(1);
  return joinAll(callee.map((thing) => callThing(machine, thing, given, node)));
}

function callThing(machine: Machine, thing: Thing, given: Given, node: Node): Value {
  switch (thing.kind) {
    case "reference":
      return callReference(machine, thing, given, node);
    case "function":
      return callFunction(machine, thing, given);
    case "class":
      return instantiate(machine, thing, given, node);
    case "object":
      return callObject(machine, thing, given, node);
    case "partial":
      return machine.call(
        thing.callee,
        {
          args: [...thing.args, ...given.args],
          keywords: new Map([...thing.keywords, ...given.keywords]),
          isOpen: given.isOpen,
        },
        node,
      );
    case "getter":
      return useGetter(machine, thing, given, node);
    case "method":
      return callMethod(machine, thing, given, node);
    default:
      return tainted(taintOfThing(thing) | taintOf(...given.args));
  }
}

function callReference(machine: Machine, thing: Reference, given: Given, node: Node): Value {
  const { path } = thing;
  machine.listener.call({ path, node: machine.at ?? node, callee: thing, ...given });
  const folded = foldLibrary(machine, path, given, node);
  if (folded) return folded;
  handOver(machine, path, given, node);
  if (cleaning.has(path)) return tainted(taints.harmless);
  const carried = taintOf(...given.args, ...given.keywords.values()) & carriedTaints;
  return reference(`${path}()`, thing.taint | carried);
}

const carriedTaints =
  taints.web | taints.local | taints.network | taints.decoded | taints.environment | taints.archive;

function useGetter(
  machine: Machine,
  getter: Extract<Thing, { kind: "getter" }>,
  given: Given,
  node: Node,
): Value {
  const of = given.args[0] ?? anything;
  const got = getter.names.map((name) => {
    if (getter.gets === "item") return readItem(machine, of, name, node);
    const word = onlyText(name);
    if (word === undefined) return anything;
    const reached = word.split(".").reduce((at, step) => readAttribute(machine, at, step, node), of);
    if (getter.gets === "attribute") return reached;
    return machine.call(reached, { args: getter.args, keywords: getter.keywords, isOpen: false }, node);
  });
  return got.length === 1 ? got[0]! : items("tuple", got);
}

function callMethod(
  machine: Machine,
  { of, name }: Extract<Thing, { kind: "method" }>,
  given: Given,
  node: Node,
): Value {
  const { args } = given;
  if (name === "__getattribute__" || name === "__getattr__") {
    // Taken from a class it is given the object first.
    const [name_, on] = args.length === 2 ? [args[1], args[0]!] : [args[0], [of]];
    const word = onlyText(name_);
    return word === undefined ? anything : roundabout(readAttribute(machine, on, word, node));
  }
  if (name === "__getitem__") return readItem(machine, [of], args[0] ?? anything, node);
  switch (of.kind) {
    case "str":
    case "bytes":
      if (name === "format" || name === "format_map") return formatText(machine, of, name, given, node);
      if (name === "substitute" || name === "safe_substitute") return substitute(of.value, given);
      return name === "read" || name === "getvalue" ? [of] : foldTextMethod(of, name, args);
    case "mixed":
      return foldMixedMethod(of, name, args);
    case "list":
    case "tuple":
    case "set":
      if (name === "decode" || name === "hex") return callOnBytes(of, name, args);
      return callItemsMethod(of, name, args, machine.uncertain === 0);
    case "dict":
      return callDictMethod(of, name, args);
    case "names":
    case "attributes":
      return callNamesMethod(machine, of, name, given, node);
    case "int":
      return name === "to_bytes" ? intToBytes(of.value, given) : anything;
    default:
      return anything;
  }
}

function formatText(
  machine: Machine,
  of: Extract<Thing, { kind: "str" | "bytes" }>,
  name: string,
  given: Given,
  node: Node,
): Value {
  const [map] = given.args[0] ?? [];
  const keywords =
    name === "format_map" && map?.kind === "dict"
      ? new Map([...map.entries].map(([key, { value }]) => [key.replace(/^str:/, ""), value]))
      : given.keywords;
  return formatBraces(of.value, name === "format_map" ? [] : given.args, keywords, (value, way) =>
    [...way.matchAll(/\.(\w+)|\[([^\]]*)\]/g)].reduce(
      (at, [, attribute, key]) =>
        attribute === undefined
          ? readItem(machine, at, /^\d+$/.test(key!) ? int(BigInt(key!)) : text(key!), node)
          : readAttribute(machine, at, attribute, node),
      value,
    ),
  );
}

function substitute(template: string, given: Given): Value {
  const format = template.replaceAll(/\$\{(\w+)\}|\$(\w+)|[{}]/g, (whole, braced?: string, bare?: string) =>
    braced === undefined && bare === undefined ? whole + whole : `{${braced ?? bare}}`,
  );
  const [map] = given.args[0] ?? [];
  const names =
    map?.kind === "dict"
      ? [...map.entries].map(([key, { value }]) => [key.replace(/^str:/, ""), value] as const)
      : [];
  return formatBraces(format, [], new Map([...names, ...given.keywords]), () => anything);
}

function intToBytes(value: bigint, given: Given): Value {
  const length = Number(onlyInt(argumentOf(given, 0, "length")) ?? 1n);
  if (value < 0n || length > 10_000) return anything;
  const digits = value.toString(16).padStart(length * 2, "0");
  if (digits.length !== length * 2) return anything;
  const buffer = Buffer.from(digits, "hex");
  const order = onlyText(argumentOf(given, 1, "byteorder")) ?? "big";
  const ordered = order === "little" ? buffer.toReversed() : buffer;
  return [{ kind: "bytes", value: Buffer.from(ordered).toString("latin1"), decoded: true }];
}

/** A bytearray is kept as the list of its numbers. */
function callOnBytes(of: Items, name: string, args: readonly Value[]): Value {
  const codes = of.isOpen ? undefined : of.items.map((item) => Number(onlyInt(item) ?? -1n));
  if (codes === undefined || codes.some((code) => code < 0 || code > 255)) return anything;
  const value = codes.map((code) => String.fromCodePoint(code)).join("");
  return foldTextMethod({ kind: "bytes", value, decoded: true }, name, args);
}

function callNamesMethod(machine: Machine, of: Thing, name: string, given: Given, node: Node): Value {
  const [key = anything, value] = given.args;
  if (name === "get" || name === "pop" || name === "setdefault") {
    const found = readItem(machine, [of], key, node);
    return value === undefined ? found : join(found, value);
  }
  if (name === "update") {
    const [more] = key;
    const pairs =
      more?.kind === "dict"
        ? [...more.entries.values()].map((entry) => [entry.key, entry.value] as const)
        : [];
    const named = [...given.keywords].map(([word, one]) => [text(word), one] as const);
    for (const [at, one] of [...pairs, ...named]) storeItem(machine, of, at, one, node);
    return none;
  }
  if (name === "__setitem__") storeItem(machine, of, key, value ?? anything, node);
  if (name === "copy") return [of];
  return anything;
}
