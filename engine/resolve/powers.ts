import { isLoader, isPower, powerfulModules, powersOf } from "./power-names.ts";
import { taintOfOne, taints } from "./taint.ts";
import {
  isConstant,
  reference,
  text,
  type DictEntry,
  type PossibleValues,
  type Reference,
  type AbstractValue,
} from "./value.ts";

export function isPowerfulModule(thing: AbstractValue): boolean {
  if (thing.kind === "attributes") return isPowerfulModule(thing.of);
  return thing.kind === "reference" && powerfulModules.has(thing.path);
}

/** The names of a module as a dictionary, of which those are listed that run programs or code. */
export function asEntries(thing: AbstractValue): AbstractValue {
  if (thing.kind !== "attributes" || !isPowerfulModule(thing) || thing.of.kind !== "reference") return thing;
  const { path } = thing.of;
  const entries = powersOf(path).map((power): [string, DictEntry] => {
    const name = power.slice(path.length + 1);
    return [`str:${name}`, { key: text(name), value: reference(power, taints.indirect) }];
  });
  return { kind: "dict", entries: new Map(entries), isOpen: true };
}

/** Lists of lists grow quickly, and an object may hold itself: the look into them ends somewhere. */
const maxLooks = 150;

/** The first thing of a kind that a value is or holds, by way of the parts that are given for each. */
function findHeld(
  value: PossibleValues,
  partsOf: (thing: AbstractValue) => Iterable<PossibleValues>,
  isWanted: (thing: AbstractValue) => boolean,
): AbstractValue | undefined {
  // Most values are one thing that holds nothing.
  const [only] = value;
  if (only === undefined) return undefined;
  if (value.length === 1 && (isConstant(only) || only.kind === "reference"))
    return isWanted(only) ? only : undefined;
  const seen = new Set<AbstractValue>();
  const waiting: PossibleValues[] = [value];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const thing of next) {
      if (isWanted(thing)) return thing;
      if (isConstant(thing) || thing.kind === "reference" || seen.has(thing)) continue;
      if (seen.size >= maxLooks) return undefined;
      seen.add(thing);
      for (const part of partsOf(thing)) waiting.push(part);
    }
  return undefined;
}

function elementsIn(thing: AbstractValue): Iterable<PossibleValues> {
  if (thing.kind === "list" || thing.kind === "tuple" || thing.kind === "set") return thing.items;
  if (thing.kind === "dict") return [...thing.entries.values()].flatMap(({ key, value }) => [key, value]);
  // A plain namespace.
  return thing.kind === "object" && thing.of.node === undefined ? thing.attributes.values() : [];
}

/** Also as an attribute, or as a part of another callable. */
function partsOf(thing: AbstractValue): Iterable<PossibleValues> {
  switch (thing.kind) {
    case "object":
      return [...thing.attributes.values(), [thing.of]];
    case "class":
      return [...thing.attributes.values(), ...thing.bases];
    case "partial":
      return [thing.callee, ...thing.args, ...thing.keywords.values()];
    case "function":
      return thing.defaults.values();
    default:
      return elementsIn(thing);
  }
}

/** The first function that runs a program or code, or loads code, among all that a value holds. */
export function powerIn(value: PossibleValues): Reference | undefined {
  if (value.every(isPlain)) return undefined;
  const found =
    findHeld(value, partsOf, (thing) => thing.kind === "reference" && isPower(thing.path)) ??
    findHeld(value, elementsIn, (thing) => thing.kind === "reference" && isLoader(thing.path));
  return found as Reference | undefined;
}

/** Whether a module of such functions, or something that was made from one, is among what a value holds. */
export function holdsModule(value: PossibleValues): boolean {
  if (value.every(isPlain)) return false;
  return (
    findHeld(value, elementsIn, (thing) => isPowerfulModule(thing) || isMadeOfPowers(thing)) !== undefined
  );
}

function isMadeOfPowers(thing: AbstractValue): boolean {
  return (
    (thing.kind === "reference" || thing.kind === "anything") && (taintOfOne(thing) & taints.powers) !== 0
  );
}

/** Nothing is held by a constant, nor by most of what is known only by its path. */
function isPlain(thing: AbstractValue): boolean {
  if (thing.kind !== "reference" && thing.kind !== "anything") return isConstant(thing);
  return (
    !isMadeOfPowers(thing) &&
    !isPowerfulModule(thing) &&
    !(thing.kind === "reference" && isLoader(thing.path))
  );
}
