import type { Node } from "../tree/nodes.ts";
import { isSure } from "./branches.ts";
import { byPath } from "./by-path.ts";
import { callDictMethod, callItemsMethod } from "./fold-items.ts";
import { callOnBytes, callStreamMethod, callTextMethod, intToBytes } from "./call-text.ts";
import { callFunction } from "./functions.ts";
import { followCallbacks } from "./follow-callbacks.ts";
import { cleanedBy, foldLibrary } from "./library.ts";
import { isLookedAt, isSearching } from "./looking.ts";
import { withArgs, type Given, type Machine } from "./machine.ts";
import { foldMixedMethod } from "./mixed.ts";
import { callObject, instantiate } from "./own-classes.ts";
import { asEntries, holdsModule, powerIn } from "./powers.ts";
import { readAttribute, readItem, readNamed } from "./reach.ts";
import { storeItem } from "./bind.ts";
import { followWritten } from "./written-code.ts";
import { taintOf, taints, taintOfOne } from "./taint.ts";
import {
  anything,
  items,
  join,
  joinAll,
  none,
  onlyTextOf,
  pathsOf,
  reference,
  tainted,
  text,
  type Reference,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

/** What a call answers; everyone who listens hears of each target it may have. */
export function callValue(
  machine: Machine,
  callee: PossibleValues,
  given: Given,
  node: Node,
): PossibleValues {
  machine.spend(1);
  return joinAll(callee.map((thing) => callThing(machine, thing, given, node)));
}

function callThing(machine: Machine, thing: AbstractValue, given: Given, node: Node): PossibleValues {
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
      return orPowers(callMethod(machine, thing, given, node), [[thing.of], ...given.args]);
    default:
      machine.listener.blind(machine.at ?? node, thing);
      return tainted(taintOfOne(thing) | taintOf(...given.args));
  }
}

function callReference(machine: Machine, thing: Reference, given: Given, node: Node): PossibleValues {
  const { path } = thing;
  machine.listener.call({ path, node: machine.at ?? node, callee: thing, ...given });
  const folded = foldLibrary(machine, path, given, node);
  if (folded) return orPowers(folded, given.args);
  followCallbacks(machine, path, given, node);
  followWritten(machine, path, given, node);
  const origins = taintOf(...given.args, ...given.keywords.values());
  const isPlain = writesEntities(path, given) || isConverted(path, given);
  const cleaned = isPlain ? taints.harmless : cleanedBy(path, origins);
  if (cleaned !== undefined) return tainted(cleaned | (origins & taints.environment));
  const carried = origins & (isFinding(path) ? carriedTaints & ~taints.web & ~taints.escaped : carriedTaints);
  const isStillHarmless = origins === taints.harmless && recoding.test(path);
  const made = isMadeOfPowers(machine, path, given) ? taints.powers : 0;
  return reference(`${path}()`, thing.taint | made | (isStillHarmless ? origins : carried));
}

/** What is looked up in a database by a text of a request is no text of the request. */
const findsRecords =
  /\.(?:objects|query)\.(?:\w|\(\)\.)+$|(?:^|\.)get_(?:object|list)_or_404$|\.(?:get_or_404|first_or_404|execute|scalars?|fetch(?:one|all|many|row|val)?)$/;

const isFinding = byPath((path) => findsRecords.test(path));

/** Whether an answer may hold a module of functions that run programs or code, now or because it was given before. */
function isMadeOfPowers(machine: Machine, path: string, { args, keywords }: Given): boolean {
  if (!isSearching(path)) return false;
  const holder = path.slice(0, path.lastIndexOf("."));
  const named = [...keywords].filter(([name]) => !isLookedAt(path, name)).map(([, value]) => value);
  const isGiven = [...args, ...named].some((value) => holdsModule(value) || powerIn(value) !== undefined);
  if (isGiven && holder !== "") machine.holding.add(holder);
  return isGiven || machine.holding.has(holder);
}

/** What these make of one of a few constants is one of as many. */
const recoding = /^(?:base64|codecs|urllib\.parse)\./;

/** `text.replace("'", "&apos;")`. */
function writesEntities(path: string, { args }: Given): boolean {
  return path.endsWith(".replace") && /^&#?\w+;$/.test(onlyTextOf("str", args[1]) ?? "");
}

/** `request.args.get("page", 1, type=int)`: what cannot be read so is the default. */
function isConverted(path: string, { args, keywords }: Given): boolean {
  const type = keywords.get("type") ?? args[2];
  return (
    /\.get(?:list)?$/.test(path) &&
    type !== undefined &&
    pathsOf(type).some((name) => /^(?:builtins\.(?:int|float|bool)|uuid\.UUID|decimal\.Decimal)$/.test(name))
  );
}

const carriedTaints =
  taints.web |
  taints.local |
  taints.network |
  taints.decoded |
  taints.environment |
  taints.archive |
  taints.identity |
  taints.predictable |
  taints.escaped;

function useGetter(
  machine: Machine,
  getter: Extract<AbstractValue, { kind: "getter" }>,
  given: Given,
  node: Node,
): PossibleValues {
  const of = given.args[0] ?? anything;
  const got = getter.names.map((name) => {
    if (getter.gets === "item") return readItem(machine, of, name, node);
    if (getter.gets === "attribute") return readAlong(machine, of, name, node);
    const method = readNamed(machine, of, name, node);
    return machine.call(method, { args: getter.args, keywords: getter.keywords, isOpen: false }, node);
  });
  return got.length === 1 ? got[0]! : items("tuple", got);
}

/** `attrgetter("path.join")` walks along the names between the dots. */
function readAlong(machine: Machine, of: PossibleValues, name: PossibleValues, node: Node): PossibleValues {
  const word = onlyTextOf("str", name);
  if (word === undefined) return readNamed(machine, of, name, node);
  return word.split(".").reduce((at, step) => readNamed(machine, at, text(step), node), of);
}

function callMethod(
  machine: Machine,
  { of, name }: Extract<AbstractValue, { kind: "method" }>,
  given: Given,
  node: Node,
): PossibleValues {
  const { args } = given;
  if (of.kind === "mixed" && writesEntities(`.${name}`, given)) return tainted(taints.harmless);
  if (name === "__getattribute__" || name === "__getattr__") {
    // Taken from a class it is given the object first.
    const [asked = anything, on] = args.length === 2 ? [args[1], args[0]!] : [args[0], [of]];
    return readNamed(machine, on, asked, node);
  }
  if (name === "__getitem__") return readItem(machine, [of], args[0] ?? anything, node);
  if (name === "mro") return readAttribute(machine, [of], "__mro__", node);
  switch (of.kind) {
    case "str":
    case "bytes":
      return callTextMethod(machine, of, name, given, node);
    case "stream":
      return callStreamMethod(of, name, given);
    case "mixed":
      return foldMixedMethod(of, name, given);
    case "list":
    case "tuple":
    case "set":
      if (name === "decode" || name === "hex") return callOnBytes(of, name, given);
      if (name === "sort" && given.keywords.has("key"))
        machine.call(given.keywords.get("key")!, withArgs(joinAll(of.items.slice(0, 100))), node);
      return callItemsMethod(of, name, given, isSure(machine, of));
    case "dict":
      return callDictMethod(of, name, given, isSure(machine, of));
    case "names":
    case "attributes":
      return callNamesMethod(machine, of, name, given, node);
    case "int":
      return name === "to_bytes" ? intToBytes(of.value, given) : anything;
    default:
      return anything;
  }
}

function callNamesMethod(
  machine: Machine,
  of: AbstractValue,
  name: string,
  given: Given,
  node: Node,
): PossibleValues {
  const [key = anything, value] = given.args;
  if (name === "get" || name === "pop" || name === "setdefault") {
    const found = readItem(machine, [of], key, node);
    return value === undefined ? found : join(found, value);
  }
  if (name === "update") {
    const [more] = key.map(asEntries);
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
  // Of the program's own names nothing follows: it may well go through its functions.
  if (of.kind === "attributes" && (name === "values" || name === "items")) {
    const any = readItem(machine, [of], anything, node);
    return items("list", [name === "items" ? items("tuple", [anything, any]) : any], true);
  }
  return anything;
}

/** What nobody knows may still be what runs programs or code, where it was made of that. */
function orPowers(value: PossibleValues, of: readonly PossibleValues[]): PossibleValues {
  const isMade = value === anything && (of.some(holdsModule) || (taintOf(...of) & taints.powers) !== 0);
  return isMade ? tainted(taints.powers) : value;
}
