import type { Node } from "../tree/nodes.ts";
import { foldOperator } from "./fold-operators.ts";
import { elementsOf } from "./iterate.ts";
import { argumentOf, withArgs, type Given, type Machine } from "./machine.ts";
import { readItem } from "./reach.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  int,
  items,
  join,
  joinAll,
  keyOf,
  onlyInt,
  onlyItems,
  onlyText,
  reference,
  tainted,
  text,
  type Entry,
  type Value,
} from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => Value | undefined;

const listOf =
  (kind: "list" | "tuple" | "set"): Fold =>
  ({ args }) => {
    if (args.length === 0) return items(kind, []);
    const list = onlyItems(args[0]);
    if (list) return items(kind, [...list]);
    const [only] = args[0]!;
    if (args[0]!.length === 1 && only!.kind === "reference") return [only!];
    return args[0]!.some((thing) => "items" in thing) ? args[0] : tainted(taintOf(args[0]!));
  };

const makeDict: Fold = ({ args, keywords, isOpen }) => {
  const entries = new Map<string, Entry>();
  let more = isOpen;
  const [only] = args[0] ?? [];
  if (only?.kind === "reference" && keywords.size === 0) return [only];
  if (only?.kind === "dict") {
    for (const [key, entry] of only.entries) entries.set(key, entry);
    more ||= only.isOpen;
  } else if (only) {
    for (const pair of onlyItems(args[0]) ?? []) {
      const [key, value] = onlyItems(pair) ?? [];
      if (key && value) entries.set(keyOf(key) ?? `?${entries.size}`, { key, value });
    }
    more ||= onlyItems(args[0]) === undefined;
  }
  for (const [name, value] of keywords) entries.set(`str:${name}`, { key: text(name), value });
  return [{ kind: "dict", entries, isOpen: more }];
};

/** Calls a function on the elements of its arguments, each in turn or on any of them. */
const mapOver: Fold = ({ args }, machine, node) => {
  const [callee, ...lists] = args;
  if (!callee || lists.length === 0) return undefined;
  const columns = lists.map((list) => elementsOf(machine, list, node));
  const isComplete = columns.every((column) => column.isComplete);
  const length = Math.min(...columns.map(({ elements }) => elements.length));
  const results: Value[] = [];
  for (let at = 0; at < length; at += 1)
    results.push(machine.call(callee, withArgs(...columns.map(({ elements }) => elements[at]!)), node));
  return items("list", results, !isComplete);
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
  return items("list", results, !isComplete);
};

const filterOver: Fold = ({ args }, machine, node) => {
  const [callee, list] = args;
  if (!callee || !list) return undefined;
  const { elements, isComplete } = elementsOf(machine, list, node);
  const kept: Value[] = [];
  let isSure = isComplete;
  for (const element of elements) {
    const answer = callee[0]!.kind === "none" ? element : machine.call(callee, withArgs(element), node);
    const [truth] = answer;
    if (answer.length === 1 && truth!.kind === "bool") {
      if (truth!.value) kept.push(element);
    } else {
      kept.push(element);
      isSure = false;
    }
  }
  return items("list", kept, !isSure);
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

/** `sorted`, `min`, `max`: the key function is called; the order is worked out for plain text and numbers. */
const ordered: Fold = ({ args, keywords }, machine, node) => {
  const key = keywords.get("key");
  const list = args.length === 1 ? onlyItems(args[0]) : args;
  if (key) {
    const keys = (list ?? [args[0] ? joinAll(elementsOf(machine, args[0], node).elements) : anything]).map(
      (one) => machine.call(key, withArgs(one), node),
    );
    const sortable = list && keys.every((one) => onlyInt(one) !== undefined);
    if (!sortable) return list ? items("list", [...list], true) : anything;
    const order = list.map((_, at) => at).toSorted((a, b) => Number(onlyInt(keys[a])! - onlyInt(keys[b])!));
    return items(
      "list",
      order.map((at) => list[at]!),
    );
  }
  const words = list?.map((one) => onlyText(one));
  if (words && !words.includes(undefined))
    return items(
      "list",
      (words as string[]).toSorted().map((word) => text(word)),
    );
  const numbers = list?.map((one) => onlyInt(one));
  if (numbers && !numbers.includes(undefined))
    return items(
      "list",
      (numbers as bigint[]).toSorted((a, b) => Number(a - b)).map((one) => int(one)),
    );
  return list ? items("list", [...list], true) : anything;
};

const countUp: Fold = ({ args }) => {
  const ends = args.map((end) => onlyInt(end));
  if (ends.includes(undefined) || ends.length === 0) return anything;
  const [start, stop, step] = (
    ends.length === 1 ? [0n, ends[0]!, 1n] : [ends[0]!, ends[1]!, ends[2] ?? 1n]
  ) as [bigint, bigint, bigint];
  if (step === 0n) return anything;
  const all: Value[] = [];
  for (let at = start; step > 0n ? at < stop : at > stop; at += step) {
    if (all.length >= 1500) return items("list", all.slice(0, 3), true);
    all.push(int(at));
  }
  return items("list", all);
};

const first: Fold = ({ args }, machine, node) => {
  if (!args[0]) return undefined;
  const list = onlyItems(args[0]);
  const found = list?.[0] ?? joinAll(elementsOf(machine, args[0], node).elements);
  return args[1] ? join(found, args[1]) : found;
};

const zipped: Fold = ({ args }) => {
  const lists = args.map((value) => onlyItems(value));
  if (lists.includes(undefined)) return undefined;
  if (lists.length === 0) return items("list", []);
  const length = Math.min(...lists.map((list) => list!.length));
  return items(
    "list",
    Array.from({ length }, (_, at) =>
      items(
        "tuple",
        lists.map((list) => list![at]!),
      ),
    ),
  );
};

const same: Fold = ({ args }) => args[0];

const operation =
  (op: Parameters<typeof foldOperator>[0]): Fold =>
  ({ args }) =>
    args[0] && args[1] && foldOperator(op, args[0], args[1]);

const chained: Fold = ({ args }) => {
  const lists = args.map((value) => onlyItems(value));
  return lists.includes(undefined)
    ? undefined
    : items(
        "list",
        lists.flatMap((list) => [...list!]),
      );
};

export const collectionFunctions: Readonly<Record<string, Fold>> = {
  "builtins.list": listOf("list"),
  "builtins.tuple": listOf("tuple"),
  "builtins.set": listOf("set"),
  "builtins.frozenset": listOf("set"),
  "collections.deque": listOf("list"),
  "array.array": ({ args }) => args[1] && items("list", [...(onlyItems(args[1]) ?? [anything])]),
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
    const entries = new Map<string, Entry>();
    if (made) entries.set("?", { key: anything, value: made });
    return [{ kind: "dict", entries, isOpen: made === undefined }];
  },
  "builtins.map": mapOver,
  "builtins.filter": filterOver,
  "builtins.reversed": ({ args }) => {
    const list = onlyItems(args[0]);
    if (!list) return args[0];
    const [only] = args[0]!;
    const turned = only!.kind === "str" ? list.map((one) => text(onlyText(one)!, true)) : list;
    return items("list", turned.toReversed());
  },
  "builtins.sorted": ordered,
  "builtins.max": (given, machine, node) => pick(ordered(given, machine, node), -1),
  "builtins.min": (given, machine, node) => pick(ordered(given, machine, node), 0),
  "builtins.range": countUp,
  "builtins.zip": zipped,
  "builtins.enumerate": ({ args }) => {
    const list = onlyItems(args[0]);
    const from = onlyInt(args[1]) ?? 0n;
    return (
      list &&
      items(
        "list",
        list.map((one, at) => items("tuple", [int(from + BigInt(at)), one])),
      )
    );
  },
  "builtins.next": first,
  "builtins.iter": (given, machine, node) => {
    // With two arguments the first is called until it answers the second.
    if (given.args.length === 2) return items("list", [machine.call(given.args[0]!, withArgs(), node)], true);
    return given.args[0];
  },
  "builtins.sum": ({ args }) => {
    const list = onlyItems(args[0]);
    return list && list.length < 1000
      ? list.reduce((sum, one) => foldOperator("Add", sum, one), args[1] ?? int(0))
      : undefined;
  },
  "builtins.len": ({ args }) => {
    const list = onlyItems(args[0]);
    return list ? int(list.length) : tainted(taints.harmless);
  },
  "functools.reduce": reduceOver,
  "itertools.starmap": starMap,
  "itertools.chain": chained,
  "itertools.chain.from_iterable": ({ args }, machine, node) =>
    chained({ args: onlyItems(args[0]) ?? [anything], keywords: new Map(), isOpen: false }, machine, node),
  "itertools.islice": same,
  "itertools.cycle": same,
  "itertools.repeat": ({ args }) => args[0] && items("list", [args[0]], true),
  "copy.copy": same,
  "copy.deepcopy": same,
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
  "heapq.nlargest": (given) => argumentOf(given, 1, "iterable"),
};

function pick(list: Value | undefined, at: number): Value {
  const found = list && onlyItems(list);
  return found?.at(at) ?? (list?.[0]?.kind === "list" ? joinAll(list[0].items) : anything);
}
