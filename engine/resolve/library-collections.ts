import type { Node } from "../tree/nodes.ts";
import { compare } from "../values/comparison.ts";
import { choose, countOut } from "../values/slices.ts";
import { blur } from "./fold-items.ts";
import { foldOperator } from "./fold-operators.ts";
import { elementsOf } from "./iterate.ts";
import { argumentOf, withArgs, type Given, type Machine } from "./machine.ts";
import { readItem } from "./reach.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  concreteOf,
  int,
  items,
  join,
  joinAll,
  kept,
  keyOf,
  onlyInt,
  onlyItems,
  onlyMembers,
  onlyText,
  passing,
  reference,
  setItems,
  sizeOf,
  tainted,
  text,
  truthOf,
  type Entries,
  type DictEntry,
  type Thing,
  type PossibleValues,
} from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

const listOf =
  (kind: "list" | "tuple" | "set"): Fold =>
  ({ args }) => {
    if (args.length === 0) return items(kind, []);
    const list = kind === "set" ? onlyMembers(args[0]) : onlyItems(args[0]);
    if (list && args.length === 1) return kind === "set" ? setItems(list) : items(kind, [...list]);
    const [only] = args[0]!;
    if (args[0]!.length === 1 && only!.kind === "reference") return [only!];
    return args[0]!.some((thing) => "items" in thing) ? opened(args[0]!) : tainted(taintOf(args[0]!));
  };

/** The same elements, in an order or a number that nobody knows. */
function opened(value: PossibleValues): PossibleValues {
  const [only] = value;
  if (value.length === 1 && only!.kind === "dict")
    return passing(
      [...only!.entries.values()].map(({ key }) => key),
      true,
    );
  return value.map((thing): Thing => {
    if (thing.kind === "mixed" || thing.kind === "str" || thing.kind === "bytes")
      return { kind: "list", items: [tainted(taintOf([thing]))], isOpen: true, isPassing: true };
    return "items" in thing ? { kind: thing.kind, items: [...thing.items], isOpen: true } : thing;
  });
}

const makeDict: Fold = ({ args, keywords, isOpen }) => {
  const entries = new Map<string, DictEntry>();
  let more = isOpen;
  const [only] = args[0] ?? [];
  if (only?.kind === "reference" && keywords.size === 0) return [only];
  if (only?.kind === "dict" && args[0]!.length === 1) {
    for (const [key, entry] of only.entries) entries.set(key, entry);
    more ||= only.isOpen;
  } else if (only) {
    for (const pair of onlyItems(args[0]) ?? []) {
      const [key, value, ...others] = onlyItems(pair) ?? [];
      const spelled = key && (keyOf(key) ?? `?${entries.size}`);
      if (key && value) entries.set(spelled!, { key: entries.get(spelled!)?.key ?? key, value });
      more ||= key === undefined || value === undefined || others.length > 0;
    }
    more ||= onlyItems(args[0]) === undefined;
  }
  for (const [name, value] of keywords) entries.set(`str:${name}`, { key: text(name), value });
  const made: Entries = { kind: "dict", entries, isOpen: more };
  if (args.length > 1 || isOpen) blur(made);
  return [made];
};

/** Calls a function on the elements of its arguments, each in turn or on any of them. */
const mapOver: Fold = ({ args, isOpen }, machine, node) => {
  const [callee, ...lists] = args;
  if (!callee || lists.length === 0) return undefined;
  const columns = lists.map((list) => elementsOf(machine, list, node));
  const isComplete = columns.every((column) => column.isComplete);
  const length = Math.min(...columns.map(({ elements }) => elements.length));
  const results: PossibleValues[] = [];
  for (let at = 0; at < length; at += 1)
    results.push(machine.call(callee, withArgs(...columns.map(({ elements }) => elements[at]!)), node));
  return passing(results, !isComplete || isOpen);
};

const starMap: Fold = ({ args }, machine, node) => {
  const [callee, list] = args;
  if (!callee || !list) return undefined;
  const { elements, isComplete } = elementsOf(machine, list, node);
  const results = elements.map((element) =>
    machine.call(
      callee,
      { args: onlyItems(element) ?? [anything], keywords: new Map(), isOpen: false },
      node,
    ),
  );
  return passing(results, !isComplete);
};

const filterOver: Fold = ({ args }, machine, node) => {
  const [callee, list] = args;
  if (!callee || !list) return undefined;
  const { elements, isComplete } = elementsOf(machine, list, node);
  const kept: PossibleValues[] = [];
  let isSure = isComplete;
  for (const element of elements) {
    const answer = callee[0]!.kind === "none" ? element : machine.call(callee, withArgs(element), node);
    const truth = truthOf(answer);
    if (truth !== false) kept.push(element);
    isSure &&= truth !== undefined;
  }
  return passing(kept, !isSure);
};

const reduceOver: Fold = ({ args }, machine, node) => {
  const [callee, list, first] = args;
  const elements = onlyItems(list);
  if (!callee || !list) return undefined;
  if (!elements || elements.length > 400) {
    machine.call(callee, withArgs(anything, anything), node);
    return anything;
  }
  const start = first ?? elements[0];
  if (!start) return undefined;
  return elements
    .slice(first ? 0 : 1)
    .reduce((sum, one) => machine.call(callee, withArgs(sum, one), node), start);
};

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
const ordered: Fold = (given, machine, node) => {
  const { list, keys } = keysOf(given, machine, node);
  const [isReverse, isKnown] = flagOf(given.keywords.get("reverse"));
  const isPlain = given.args.length === 1 && isKnown && hasOnly(given.keywords, "key", "reverse");
  if (!list) return anything;
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
  (sign: 1 | -1): Fold =>
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

const maxCounted = 1500;

const countUp: Fold = ({ args, keywords, isOpen }) => {
  const ends = args.map((end) => onlyInt(end));
  if (ends.includes(undefined) || ends.length === 0 || ends.length > 3 || keywords.size > 0 || isOpen)
    return anything;
  const [start, stop, step] = (
    ends.length === 1 ? [0n, ends[0]!, 1n] : [ends[0]!, ends[1]!, ends[2] ?? 1n]
  ) as [bigint, bigint, bigint];
  if (step === 0n) return anything;
  const all = countOut(start, stop, step, maxCounted + 1);
  return all.length > maxCounted
    ? items("list", all.slice(0, 3).map(int), true)
    : items("list", all.map(int));
};

const first: Fold = ({ args }, machine, node) => {
  if (!args[0]) return undefined;
  const [only] = args[0];
  const isFresh = args[0].length === 1 && only!.kind === "list" && only!.isPassing && !only!.isOpen;
  if (isFresh && only!.items.length > 0) return only!.items[0]!;
  const found = joinAll([
    ...elementsOf(machine, args[0], node).elements,
    ...(isOpenList(only!) ? [anything] : []),
  ]);
  return args[1] ? join(found, args[1]) : found;
};

function isOpenList(thing: Thing): boolean {
  return "items" in thing && (thing.isOpen || thing.items.length === 0);
}

const zipped: Fold = ({ args, isOpen }) => {
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
const sliced: Fold = ({ args }) => {
  const [of, ...ends] = args;
  const list = onlyItems(of);
  const numbers = ends.map((end) => (end[0]!.kind === "none" ? null : onlyInt(end)));
  const isKnown = !numbers.includes(undefined) && numbers.every((end) => end === null || end! >= 0n);
  if (!list || !isKnown || ends.length === 0 || ends.length > 3) return of && opened(of);
  const [start, stop, step] = numbers.length === 1 ? [null, numbers[0]!, null] : numbers;
  if (step === 0n) return opened(of!);
  return passing(choose(list, start ?? null, stop ?? null, step ?? 1n));
};

/** A copy that is changed for itself; what it holds is shared, or copied as well. */
const copied =
  (isDeep: boolean): Fold =>
  ({ args }) =>
    args[0] && copyOf(args[0], isDeep ? 4 : 1);

function copyOf(value: PossibleValues, depth: number): PossibleValues {
  if (depth === 0) return kept(opened(value));
  const inner = (one: PossibleValues): PossibleValues => (depth > 1 ? copyOf(one, depth - 1) : one);
  return value.map((thing) => {
    if ("items" in thing) return { ...thing, items: thing.items.map(inner) };
    if (thing.kind !== "dict") return thing;
    const entries = [...thing.entries].map(([key, entry]): [string, DictEntry] => [
      key,
      { key: entry.key, value: inner(entry.value) },
    ]);
    return { kind: "dict", entries: new Map(entries), isOpen: thing.isOpen };
  });
}

const operation =
  (op: Parameters<typeof foldOperator>[0]): Fold =>
  ({ args }) =>
    args.length === 2 ? foldOperator(op, args[0]!, args[1]!) : undefined;

const chained: Fold = ({ args, isOpen }) => {
  const lists = args.map((value) => onlyItems(value));
  return lists.includes(undefined) || isOpen ? undefined : passing(lists.flatMap((list) => [...list!]));
};

export const collectionFunctions: Readonly<Record<string, Fold>> = {
  "builtins.list": listOf("list"),
  "builtins.tuple": listOf("tuple"),
  "builtins.set": listOf("set"),
  "builtins.frozenset": listOf("set"),
  "collections.deque": ({ args, keywords, isOpen }, machine, node) => {
    const made = listOf("list")({ args: args.slice(0, 1), keywords, isOpen }, machine, node);
    return made && (args.length > 1 || keywords.size > 0 || isOpen) ? opened(made) : made;
  },
  // Bytes are read by the machine's rules, unless each is a number by itself.
  "array.array": ({ args }) => {
    const list = onlyItems(args[1]);
    const isPlain = args[1]?.[0]?.kind !== "bytes" || onlyText(args[0]) === "B";
    return args[1] && items("list", [...(list ?? [anything])], list === undefined || !isPlain);
  },
  "builtins.dict": makeDict,
  "collections.OrderedDict": makeDict,
  "collections.ChainMap": makeDict,
  "types.MappingProxyType": makeDict,
  "collections.defaultdict": (given, machine, node) => {
    const make = given.args[0];
    const made =
      make && make[0]!.kind !== "none" && make[0]!.kind !== "reference"
        ? machine.call(make, withArgs(), node)
        : undefined;
    const entries = new Map<string, DictEntry>();
    if (made) entries.set("?", { key: anything, value: made });
    return [
      {
        kind: "dict",
        entries,
        isOpen: made === undefined || given.args.length > 1 || given.keywords.size > 0,
      },
    ];
  },
  "builtins.map": mapOver,
  "builtins.filter": filterOver,
  "builtins.reversed": ({ args }) => {
    const list = onlyItems(args[0]);
    if (!list) return args[0] && opened(args[0]);
    const [only] = args[0]!;
    const turned = only!.kind === "str" ? list.map((one) => text(onlyText(one)!, true)) : list;
    return passing(turned.toReversed());
  },
  "builtins.sorted": ordered,
  "builtins.max": extreme(1),
  "builtins.min": extreme(-1),
  "builtins.range": countUp,
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
  "builtins.sum": (given) => {
    const list = onlyItems(given.args[0]);
    const start = argumentOf(given, 1, "start") ?? int(0);
    // Text is not summed up.
    if (!list || list.length >= 1000 || ["str", "bytes"].includes(start[0]!.kind)) return undefined;
    return list.reduce((sum, one) => foldOperator("Add", sum, one), start);
  },
  "builtins.len": ({ args, isOpen }) => {
    const size = args.length === 1 && !isOpen ? sizeOf(args[0]) : undefined;
    return size === undefined ? tainted(taints.harmless) : int(size);
  },
  "functools.reduce": reduceOver,
  "itertools.starmap": starMap,
  "itertools.chain": chained,
  "itertools.chain.from_iterable": ({ args }, machine, node) =>
    chained({ args: onlyItems(args[0]) ?? [anything], keywords: new Map(), isOpen: false }, machine, node),
  "itertools.islice": sliced,
  "itertools.cycle": ({ args }) => args[0] && opened(args[0]),
  "itertools.repeat": ({ args }) => args[0] && items("list", [args[0]], true),
  "copy.copy": copied(false),
  "copy.deepcopy": copied(true),
  "typing.cast": ({ args }) => args[1],
  "operator.add": operation("Add"),
  "operator.concat": operation("Add"),
  "operator.iadd": operation("Add"),
  "operator.mod": operation("Mod"),
  "operator.mul": operation("Mult"),
  "operator.xor": operation("BitXor"),
  "operator.sub": operation("Sub"),
  "operator.getitem": ({ args }, machine, node) =>
    args[0] && args[1] && readItem(machine, args[0], args[1], node),
  "random.choice": ({ args }, machine, node) => {
    const list = onlyItems(args[0]);
    const callables = list?.length
      ? joinAll(elementsOf(machine, args[0]!, node).elements).filter(({ kind }) => kind === "reference")
      : [];
    return callables.length > 0 ? callables : reference("random.choice()", taintOf(...args));
  },
  "heapq.nlargest": (given) => {
    const list = argumentOf(given, 1, "iterable");
    return list && opened(list);
  },
};
