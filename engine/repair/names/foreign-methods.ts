import { binary, call, Level, member, not, type Code } from "../../tree/code.ts";

/** A use of a method that a type of Python does not have. */
export type Use = Readonly<{
  receiver: Code;
  /** Undefined where it is not called. */
  args: readonly Code[] | undefined;
  /** Whether it is a statement of its own, so that nobody asks what it gives. */
  isStatement: boolean;
}>;

/** What to write instead, where the use is one that it fits. */
export type MethodRemedy = (use: Use) => Code | undefined;

const length: MethodRemedy = ({ receiver, args }) => (args?.length ? undefined : call("len", receiver));
const isEmpty: MethodRemedy = ({ receiver, args }) => (args?.length === 0 ? not(receiver) : undefined);
const contains: MethodRemedy = ({ receiver, args }) =>
  args?.length === 1 ? binary(args[0]!, "in", receiver) : undefined;
const equals: MethodRemedy = ({ receiver, args }) =>
  args?.length === 1 ? binary(receiver, "==", args[0]!) : undefined;
const item: MethodRemedy = ({ receiver, args }) =>
  args?.length === 1 ? member(receiver, `[${args[0]!.text}]`) : undefined;
const slice: MethodRemedy = ({ receiver, args }) =>
  args?.length === 1 || args?.length === 2
    ? member(receiver, `[${args[0]!.text}:${args[1]?.text ?? ""}]`)
    : undefined;
const asText: MethodRemedy = ({ receiver, args }) => (args?.length === 0 ? call("str", receiver) : undefined);

/** Another method that does the same, where it takes as many arguments. */
const named =
  (name: string, count: number, asks: "statement" | "any" = "any"): MethodRemedy =>
  ({ receiver, args, isStatement }) =>
    args?.length === count && (isStatement || asks === "any")
      ? member(receiver, `.${name}(${args.map(({ text }) => text).join(", ")})`)
      : undefined;

const sized = { length, size: length, isEmpty, is_empty: isEmpty, empty: isEmpty, equals } as const;
const holding = { ...sized, contains, includes: contains, has: contains } as const;

const list: Readonly<Record<string, MethodRemedy>> = {
  ...holding,
  push: named("append", 1, "statement"),
  push_back: named("append", 1, "statement"),
  pushBack: named("append", 1, "statement"),
  add: named("append", 1, "statement"),
  addLast: named("append", 1, "statement"),
  addAll: named("extend", 1, "statement"),
  pop_back: named("pop", 0),
  removeLast: named("pop", 0),
  shift: ({ receiver, args }) => (args?.length === 0 ? member(receiver, ".pop(0)") : undefined),
  removeFirst: ({ receiver, args }) => (args?.length === 0 ? member(receiver, ".pop(0)") : undefined),
  unshift: ({ receiver, args, isStatement }) =>
    args?.length === 1 && isStatement ? member(receiver, `.insert(0, ${args[0]!.text})`) : undefined,
  slice,
  clone: named("copy", 0),
  toString: asText,
};

const str: Readonly<Record<string, MethodRemedy>> = {
  ...holding,
  toUpperCase: named("upper", 0),
  toUpper: named("upper", 0),
  toLowerCase: named("lower", 0),
  toLower: named("lower", 0),
  trim: named("strip", 0),
  trimStart: named("lstrip", 0),
  trimLeft: named("lstrip", 0),
  trimEnd: named("rstrip", 0),
  trimRight: named("rstrip", 0),
  startsWith: named("startswith", 1),
  starts_with: named("startswith", 1),
  endsWith: named("endswith", 1),
  ends_with: named("endswith", 1),
  indexOf: named("find", 1),
  lastIndexOf: named("rfind", 1),
  replaceAll: named("replace", 2),
  isDigit: named("isdigit", 0),
  isLetter: named("isalpha", 0),
  isAlpha: named("isalpha", 0),
  isUpperCase: named("isupper", 0),
  isLowerCase: named("islower", 0),
  padStart: named("rjust", 2),
  padEnd: named("ljust", 2),
  charAt: item,
  charCodeAt: (use) => {
    const character = item(use);
    return character && call("ord", character);
  },
  substring: slice,
  slice,
  concat: ({ receiver, args }) => (args?.length === 1 ? binary(receiver, "+", args[0]!) : undefined),
  equalsIgnoreCase: ({ receiver, args }) =>
    args?.length === 1 ? binary(member(receiver, ".lower()"), "==", member(args[0]!, ".lower()")) : undefined,
  reverse: ({ receiver, args }) => (args?.length === 0 ? member(receiver, "[::-1]") : undefined),
  repeat: ({ receiver, args }) => (args?.length === 1 ? binary(receiver, "*", args[0]!) : undefined),
  toCharArray: ({ receiver, args }) => (args?.length === 0 ? call("list", receiver) : undefined),
  toString: asText,
};

const setItem: MethodRemedy = ({ receiver, args, isStatement }) =>
  args?.length === 2 && isStatement
    ? { text: `${member(receiver, `[${args[0]!.text}]`).text} = ${args[1]!.text}`, level: Level.tuple }
    : undefined;

const dict: Readonly<Record<string, MethodRemedy>> = {
  ...holding,
  containsKey: contains,
  hasKey: contains,
  has_key: contains,
  put: setItem,
  set: setItem,
  getOrDefault: named("get", 2),
  putAll: named("update", 1, "statement"),
  keySet: named("keys", 0),
  entrySet: named("items", 0),
  entries: named("items", 0),
  iteritems: named("items", 0),
  iterkeys: named("keys", 0),
  itervalues: named("values", 0),
  viewitems: named("items", 0),
};

const set: Readonly<Record<string, MethodRemedy>> = {
  ...holding,
  push: named("add", 1, "statement"),
  append: named("add", 1, "statement"),
  put: named("add", 1, "statement"),
  addAll: named("update", 1, "statement"),
  extend: named("update", 1, "statement"),
  delete: named("discard", 1, "statement"),
};

const deque: Readonly<Record<string, MethodRemedy>> = {
  ...holding,
  push: named("append", 1, "statement"),
  push_back: named("append", 1, "statement"),
  add: named("append", 1, "statement"),
  addLast: named("append", 1, "statement"),
  offer: named("append", 1, "statement"),
  enqueue: named("append", 1, "statement"),
  push_front: named("appendleft", 1, "statement"),
  addFirst: named("appendleft", 1, "statement"),
  unshift: named("appendleft", 1, "statement"),
  shift: named("popleft", 0),
  pop_front: named("popleft", 0),
  removeFirst: named("popleft", 0),
  poll: named("popleft", 0),
  dequeue: named("popleft", 0),
  popLeft: named("popleft", 0),
};

const number: Readonly<Record<string, MethodRemedy>> = { toString: asText, equals };

const join: MethodRemedy = ({ receiver, args }) =>
  args?.length === 1 ? member(args[0]!, `.join(${receiver.text})`) : undefined;

const byType: Readonly<Record<string, Readonly<Record<string, MethodRemedy>>>> = {
  list,
  "list[str]": { join },
  str,
  dict,
  defaultdict: dict,
  OrderedDict: dict,
  Counter: dict,
  set,
  deque,
  tuple: { ...holding, slice, toString: asText },
  bytes: { length, size: length },
  range: { length, size: length, contains, includes: contains },
  int: number,
  float: number,
};

/** What gives a text again, of other languages and of Python. */
const givesText = new Set(
  `toUpperCase toUpper toLowerCase toLower trim trimStart trimLeft trimEnd trimRight replaceAll padStart padEnd charAt
  substring slice concat reverse repeat toString lower upper strip lstrip rstrip replace title capitalize`.split(
    /\s+/,
  ),
);

export function isText(type: string, method: string): boolean {
  return type === "str" && givesText.has(method);
}

/** How Python writes what a method of another language does on a value of this type. */
export function remedyFor(type: string, method: string): MethodRemedy | undefined {
  const remedies = Object.hasOwn(byType, type) ? byType[type]! : {};
  return Object.hasOwn(remedies, method) ? remedies[method] : undefined;
}
