import { typeMembers } from "./entries.ts";
import { resultOfMethod } from "./types.ts";

/** How Python says it, of a value `x` and arguments `a` and `b`: what other languages call it. */
type Spellings = Readonly<Record<string, string>>;

const sized: Spellings = { "len(x)": "length size", "not x": "isEmpty is_empty empty", "x == a": "equals" };
const holding: Spellings = { ...sized, "a in x": "contains includes has" };
const sliced: Spellings = { "x[a:]": "slice", "x[a:b]": "slice" };
const asText: Spellings = { "str(x)": "toString" };

const list: Spellings = {
  ...holding,
  ...sliced,
  ...asText,
  "x.append(a)": "push push_back pushBack add addLast",
  "x.extend(a)": "addAll",
  "x.pop()": "pop_back removeLast",
  "x.pop(0)": "shift removeFirst",
  "x.insert(0, a)": "unshift",
  "x.copy()": "clone",
};

const str: Spellings = {
  ...holding,
  ...asText,
  "x.upper()": "toUpperCase toUpper",
  "x.lower()": "toLowerCase toLower",
  "x.strip()": "trim",
  "x.lstrip()": "trimStart trimLeft",
  "x.rstrip()": "trimEnd trimRight",
  "x.startswith(a)": "startsWith starts_with",
  "x.endswith(a)": "endsWith ends_with",
  "x.find(a)": "indexOf",
  "x.rfind(a)": "lastIndexOf",
  "x.replace(a, b)": "replaceAll",
  "x.isdigit()": "isDigit",
  "x.isalpha()": "isLetter isAlpha",
  "x.isupper()": "isUpperCase",
  "x.islower()": "isLowerCase",
  "x.rjust(a, b)": "padStart",
  "x.ljust(a, b)": "padEnd",
  "x[a]": "charAt",
  "ord(x[a])": "charCodeAt",
  "x[a:]": "substring slice",
  "x[a:b]": "substring slice",
  "x + a": "concat",
  "x * a": "repeat",
  "x[::-1]": "reverse",
  "list(x)": "toCharArray",
  "x.lower() == a.lower()": "equalsIgnoreCase",
};

const dict: Spellings = {
  ...sized,
  "a in x": "contains includes has containsKey hasKey has_key",
  "x[a] = b": "put set",
  "x.get(a, b)": "getOrDefault",
  "x.update(a)": "putAll",
  "x.keys()": "keySet iterkeys",
  "x.values()": "itervalues",
  "x.items()": "entrySet entries iteritems viewitems",
};

const set: Spellings = {
  ...holding,
  "x.add(a)": "push append put",
  "x.update(a)": "addAll extend",
  "x.discard(a)": "delete",
};

const deque: Spellings = {
  ...holding,
  "x.append(a)": "push push_back add addLast offer enqueue",
  "x.appendleft(a)": "push_front addFirst unshift",
  "x.popleft()": "shift pop_front removeFirst poll dequeue popLeft",
};

const number: Spellings = { ...asText, "x == a": "equals" };

/** What is right for some of the values that it may be called on: worth trying, and no more. */
const uncertain: Spellings = {
  "x.index(a)": "indexOf",
  "x.rindex(a)": "lastIndexOf",
  "x.extend(a)": "concat",
  "x.pop()": "poll",
  "x.remove(a)": "erase",
  "x[a]": "at",
  "x[0]": "front",
  "x[-1]": "peek top back",
  "x[a:]": "substr",
  "x[a:a + b]": "substr",
  "(x > a) - (x < a)": "compareTo compare",
};

export const foreignMethods: Readonly<Record<string, Spellings>> = {
  uncertain,
  list,
  "list[str]": { "a.join(x)": "join" },
  str,
  dict,
  defaultdict: dict,
  OrderedDict: dict,
  Counter: dict,
  set,
  deque,
  tuple: { ...holding, ...sliced, ...asText },
  bytes: { "len(x)": "length size" },
  range: { "len(x)": "length size", "a in x": "contains includes" },
  int: number,
  float: number,
};

let byMethod: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> | undefined;

/** By the method, and by the type that it is called on. */
function spellingsOf(method: string): ReadonlyMap<string, readonly string[]> {
  byMethod ??= readSpellings();
  return byMethod.get(method) ?? new Map();
}

function readSpellings(): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const [type, spellings] of Object.entries(foreignMethods))
    for (const [python, names] of Object.entries(spellings))
      for (const name of names.split(" ")) {
        const types = found.get(name) ?? new Map<string, string[]>();
        found.set(name, types.set(type, [...(types.get(type) ?? []), python]));
      }
  return found;
}

/** How Python says what a method of another language does on a value of this type; none where it is Python's own. */
export function pythonFor(type: string, method: string): readonly string[] {
  return type === "uncertain" ? [] : (spellingsOf(method).get(type) ?? []);
}

/** The same where the type is not known: all that may be meant. */
export function pythonForAny(method: string): readonly string[] {
  return [...new Set([...spellingsOf(method).values()].flat())];
}

/** How a method of another language is used. */
export type ForeignUse = Readonly<{
  /** How many arguments it is given; undefined where it is not called. */
  count: number | undefined;
  /** Whether it is a statement of its own, so that nobody asks what it gives. */
  isStatement: boolean;
}>;

/** Whether Python's way fits a use: other languages ask for a length without a call, and add an item for a result. */
export function fitsUse(python: string, { count, isStatement }: ForeignUse): boolean {
  if (count === undefined) return python === "len(x)";
  return count === new Set(python.match(/\b[ab]\b/g)).size && (isStatement || !givesNothing(python));
}

function givesNothing(python: string): boolean {
  const [, method] = /^x\.(\w+)\(/.exec(python) ?? [];
  return python.includes(" = ") || (method !== undefined && resultOfMethod(method) === "None");
}

/** The method of Python that takes the same arguments. */
export function methodIn(python: string): string | undefined {
  return /^x\.(\w+)\((?:a(?:, b)?)?\)$/.exec(python)?.[1];
}

/** Whether a method, Python's or another language's, gives a text where it is called on one. */
export function givesText(method: string): boolean {
  const results = pythonFor("str", method).map((python) => methodIn(python) ?? python);
  return [method, ...results].some(
    (each) => typeMembers("str")!.get(each)?.result === "str" || /^(?:x\[|x [+*] |str\()/.test(each),
  );
}
