import { addEntries, blur } from "../fold-items.ts";
import { withArgs } from "../machine.ts";
import { asEntries } from "../powers.ts";
import { taintOf } from "../taint.ts";
import {
  anything,
  items,
  keyOf,
  onlyItems,
  onlyMembers,
  onlyText,
  setItems,
  tainted,
  text,
  type Entries,
  type DictEntry,
} from "../value.ts";
import type { CollectionFold } from "./fold.ts";
import { opened } from "./opened.ts";

const listOf =
  (kind: "list" | "tuple" | "set"): CollectionFold =>
  ({ args }) => {
    if (args.length === 0) return items(kind, []);
    const list = kind === "set" ? onlyMembers(args[0]) : onlyItems(args[0]);
    if (list && args.length === 1) return kind === "set" ? setItems(list) : items(kind, [...list]);
    const [only] = args[0]!;
    if (args[0]!.length === 1 && only!.kind === "reference") return [only!];
    return args[0]!.some((thing) => "items" in thing) ? opened(args[0]!) : tainted(taintOf(args[0]!));
  };

const makeDict: CollectionFold = ({ args, keywords, isOpen }) => {
  const entries = new Map<string, DictEntry>();
  let more = isOpen;
  const [only] = args[0]?.map(asEntries) ?? [];
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
    if (more && "items" in only)
      for (const [key, value] of only.items.slice(0, 200).map((pair) => onlyItems(pair) ?? []))
        if (key && value) entries.set(`?${entries.size}`, { key, value });
  }
  for (const [name, value] of keywords) entries.set(`str:${name}`, { key: text(name), value });
  const made: Entries = { kind: "dict", entries, isOpen: more };
  if (args.length > 1 || isOpen) blur(made);
  return [made];
};

/** Lists, tuples, sets and dicts made of other things. */
export const containers: Readonly<Record<string, CollectionFold>> = {
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
  "collections.ChainMap": ({ args, isOpen }) => {
    const made: Entries = { kind: "dict", entries: new Map(), isOpen };
    for (const [map] of args.toReversed().map((value) => value.map(asEntries)))
      if (map!.kind === "dict") addEntries(made, map!);
      else blur(made);
    return [made];
  },
  "collections.UserDict": makeDict,
  "collections.UserList": listOf("list"),
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
};
