import { choose } from "../../values/slices.ts";
import { elementsOf } from "../iterate.ts";
import { argumentOf, withArgs } from "../machine.ts";
import { taintOf } from "../taint.ts";
import {
  anything,
  int,
  items,
  join,
  joinAll,
  onlyInt,
  onlyItems,
  onlyText,
  passing,
  reference,
  text,
  type AbstractValue,
} from "../value.ts";
import type { CollectionFold } from "./fold.ts";
import { opened } from "./opened.ts";

const first: CollectionFold = ({ args }, machine, node) => {
  if (!args[0]) return undefined;
  const [only] = args[0];
  const isFresh = args[0].length === 1 && only!.kind === "list" && only!.isOneShot && !only!.isOpen;
  if (isFresh && only!.items.length > 0) return only!.items[0]!;
  const found = joinAll([
    ...elementsOf(machine, args[0], node).elements,
    ...(isOpenList(only!) ? [anything] : []),
  ]);
  return args[1] ? join(found, args[1]) : found;
};

function isOpenList(thing: AbstractValue): boolean {
  return "items" in thing && (thing.isOpen || thing.items.length === 0);
}

const zipped: CollectionFold = ({ args, isOpen }) => {
  const lists = args.map((value) => onlyItems(value));
  if (lists.includes(undefined) || isOpen) return undefined;
  if (lists.length === 0) return passing([]);
  const length = Math.min(...lists.map((list) => list!.length));
  return passing(
    Array.from({ length }, (_, at) =>
      items(
        "tuple",
        lists.map((list) => list![at]!),
      ),
    ),
  );
};

/** `itertools.islice(of, stop)` or `(of, start, stop, step)`. */
const sliced: CollectionFold = ({ args }) => {
  const [of, ...ends] = args;
  const list = onlyItems(of);
  const numbers = ends.map((end) => (end[0]!.kind === "none" ? null : onlyInt(end)));
  const isKnown = !numbers.includes(undefined) && numbers.every((end) => end === null || end! >= 0n);
  if (!list || !isKnown || ends.length === 0 || ends.length > 3) return of && opened(of);
  const [start, stop, step] = numbers.length === 1 ? [null, numbers[0]!, null] : numbers;
  if (step === 0n) return opened(of!);
  return passing(choose(list, start ?? null, stop ?? null, step ?? 1n));
};

const chained: CollectionFold = ({ args, isOpen }) => {
  const lists = args.map((value) => onlyItems(value));
  return lists.includes(undefined) || isOpen ? undefined : passing(lists.flatMap((list) => [...list!]));
};

/** What goes through elements: one after another, side by side, or some of them. */
export const iterators: Readonly<Record<string, CollectionFold>> = {
  "builtins.reversed": ({ args }) => {
    const list = onlyItems(args[0]);
    if (!list) return args[0] && opened(args[0]);
    const [only] = args[0]!;
    const turned = only!.kind === "str" ? list.map((one) => text(onlyText(one)!, true)) : list;
    return passing(turned.toReversed());
  },
  "builtins.zip": zipped,
  "builtins.enumerate": (given) => {
    const list = onlyItems(given.args[0]);
    const start = argumentOf(given, 1, "start");
    const from = start === undefined ? 0n : onlyInt(start);
    if (!list || from === undefined) return undefined;
    return passing(list.map((one, at) => items("tuple", [int(from + BigInt(at)), one])));
  },
  "builtins.next": first,
  "builtins.iter": (given, machine, node) => {
    // With two arguments the first is called until it answers the second.
    if (given.args.length === 2) return items("list", [machine.call(given.args[0]!, withArgs(), node)], true);
    const list = onlyItems(given.args[0]);
    return list ? passing([...list]) : given.args[0] && opened(given.args[0]);
  },
  "itertools.chain": chained,
  "itertools.chain.from_iterable": ({ args }, machine, node) =>
    chained({ args: onlyItems(args[0]) ?? [anything], keywords: new Map(), isOpen: false }, machine, node),
  "itertools.islice": sliced,
  "itertools.cycle": ({ args }) => args[0] && opened(args[0]),
  "itertools.repeat": ({ args }) => args[0] && items("list", [args[0]], true),
  "random.choice": ({ args }, machine, node) => {
    const list = onlyItems(args[0]);
    const callables = list?.length
      ? joinAll(elementsOf(machine, args[0]!, node).elements).filter(({ kind }) => kind === "reference")
      : [];
    return callables.length > 0 ? callables : reference("random.choice()", taintOf(...args));
  },
};
