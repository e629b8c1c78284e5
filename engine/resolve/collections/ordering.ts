import type { Node } from "../../tree/nodes.ts";
import { compare } from "../../values/comparison.ts";
import { elementsOf } from "../iterate.ts";
import { argumentOf, withArgs, type Given, type Machine } from "../machine.ts";
import {
  anything,
  concreteOf,
  items,
  joinAll,
  onlyItems,
  onlyMembers,
  truthOf,
  type PossibleValues,
} from "../value.ts";
import type { CollectionFold } from "./fold.ts";
import { opened } from "./opened.ts";

/** What `sorted`, `min` and `max` compare, where that is known of all elements; the key function is called in any case. */
function keysOf(
  { args, keywords, isOpen }: Given,
  machine: Machine,
  node: Node,
): { list: readonly PossibleValues[] | undefined; keys: readonly PossibleValues[] | undefined } {
  const key = keywords.get("key");
  const isKeyed = key !== undefined && !(key.length === 1 && key[0]!.kind === "none");
  const list = args.length === 1 ? onlyItemsOrSet(args[0]!) : args;
  const keys = isKeyed
    ? (list ?? [args[0] ? joinAll(elementsOf(machine, args[0], node).elements) : anything]).map((one) =>
        machine.call(key, withArgs(one), node),
      )
    : list;
  const isComparable =
    keys !== undefined && !isOpen && keys.every((one) => compareValues(keys[0]!, one) !== undefined);
  return { list, keys: isComparable && list ? keys : undefined };
}

/** Members of a set that differ are put in order whatever order they are met in. */
function onlyItemsOrSet(value: PossibleValues): readonly PossibleValues[] | undefined {
  return onlyItems(value) ?? (value[0]?.kind === "set" ? onlyMembers(value) : undefined);
}

function compareValues(a: PossibleValues, b: PossibleValues): number | undefined {
  const [one, other] = [concreteOf(a), concreteOf(b)];
  const isLess = one && other && compare("Lt", one, other);
  return typeof isLess === "boolean" ? Number(compare("Gt", one!, other!)) - Number(isLess) : undefined;
}

/** `sorted`: equal elements stay in their order, also from the largest down. */
const ordered: CollectionFold = (given, machine, node) => {
  const { list, keys } = keysOf(given, machine, node);
  const [isReverse, isKnown] = flagOf(given.keywords.get("reverse"));
  const isPlain = given.args.length === 1 && isKnown && hasOnly(given.keywords, "key", "reverse");
  if (!list) return given.args[0] && opened(given.args[0]);
  const isSet = given.args[0]?.[0]?.kind === "set" && given.keywords.has("key");
  if (!keys || !isPlain || isSet) return items("list", [...list], true);
  const sign = isReverse ? -1 : 1;
  const order = list.map((_, at) => at).toSorted((a, b) => sign * compareValues(keys[a]!, keys[b]!)!);
  return items(
    "list",
    order.map((at) => list[at]!),
  );
};

/** Whether a flag is set, and whether that is known. */
function flagOf(value: PossibleValues | undefined): [isSet: boolean, isKnown: boolean] {
  const truth = value === undefined ? false : truthOf(value);
  return [truth === true, truth !== undefined];
}

function hasOnly(keywords: ReadonlyMap<string, PossibleValues>, ...names: string[]): boolean {
  return keywords.keys().every((name) => names.includes(name));
}

/** `min` and `max` answer the first of equal elements. */
const extreme =
  (sign: 1 | -1): CollectionFold =>
  (given, machine, node) => {
    const { list, keys } = keysOf(given, machine, node);
    const other = given.keywords.get("default");
    const isSet = given.args[0]?.[0]?.kind === "set" && given.keywords.has("key");
    if (!list || !keys || list.length === 0 || isSet || !hasOnly(given.keywords, "key", "default"))
      return joinAll([...(list?.slice(0, 200) ?? []), ...(other ? [other] : []), anything]);
    let best = 0;
    for (let at = 1; at < keys.length; at += 1)
      if (sign * compareValues(keys[at]!, keys[best]!)! > 0) best = at;
    return list[best];
  };

/** What puts elements in order, or answers the first in an order. */
export const ordering: Readonly<Record<string, CollectionFold>> = {
  "builtins.sorted": ordered,
  "builtins.max": extreme(1),
  "builtins.min": extreme(-1),
  "heapq.nlargest": (given) => {
    const list = argumentOf(given, 1, "iterable");
    return list && opened(list);
  },
};
