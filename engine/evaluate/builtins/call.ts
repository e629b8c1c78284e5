import { own } from "../../text/own.ts";
import type { Call } from "../../tree/nodes.ts";
import type { HookedOperation } from "../own-code.ts";
import { leave, type Run } from "../run.ts";
import { useUp } from "../sequences.ts";
import { shareParts, thingOf } from "../state.ts";
import { isAtomic, touch, touchLightly } from "../touch.ts";
import { none, some, unknown, type KnownValue } from "../values.ts";
import type { Builtins } from "./builtin.ts";
import { collectionBuiltins } from "./collections.ts";
import { fileBuiltins } from "./files.ts";
import { iterationBuiltins } from "./iteration.ts";
import { resultType } from "./names.ts";
import { numberBuiltins } from "./numbers.ts";
import { textBuiltins } from "./text.ts";

type Given = Readonly<{ given: readonly KnownValue[]; named: ReadonlyMap<string, KnownValue> }>;

/** What builtins do to what they are given and to all that is in it. */
const deeply: Readonly<Record<string, readonly HookedOperation[]>> = {
  print: ["text"],
  str: ["text"],
  repr: ["text"],
  ascii: ["text"],
  format: ["text"],
  sorted: ["compare"],
  min: ["compare"],
  max: ["compare"],
  sum: ["operate"],
  any: ["truth"],
  all: ["truth"],
  set: ["hash"],
  frozenset: ["hash"],
  dict: ["hash"],
  Counter: ["hash"],
  hash: ["hash"],
};

/** What they do to the value itself. */
const lightly: Readonly<Record<string, readonly HookedOperation[]>> = {
  len: ["truth"],
  bool: ["truth"],
  getattr: ["attribute"],
  hasattr: ["attribute"],
  callable: [],
  isinstance: [],
  issubclass: [],
  id: [],
  type: [],
  object: [],
  list: ["iterate"],
  tuple: ["iterate"],
  deque: ["iterate"],
  sorted: ["iterate"],
  min: ["iterate"],
  max: ["iterate"],
  sum: ["iterate"],
  any: ["iterate"],
  all: ["iterate"],
  set: ["iterate"],
  enumerate: ["iterate"],
  zip: ["iterate"],
  reversed: ["iterate"],
  iter: ["iterate"],
  print: [],
  str: [],
  repr: [],
};

/** Builtins that go through what they are given. */
const consuming = new Set(
  "any all frozenset bytes dict list tuple set sorted sum min max enumerate zip reversed map filter Counter deque OrderedDict defaultdict".split(
    " ",
  ),
);

/** Keywords whose values are not called. */
const plainKeywords = new Set(
  "end sep reverse default start strict maxlen mode encoding newline errors".split(" "),
);

export function callBuiltin(run: Run, node: Call, name: string, { given, named }: Given): KnownValue {
  const values = [...given, ...named.values()];
  for (const operation of own(deeply, name) ?? []) touch(run, operation, ...values);
  for (const operation of own(lightly, name) ?? ["operate" as const]) touchLightly(run, operation, ...values);
  const called = [...named].filter(
    ([keyword, value]) => !plainKeywords.has(keyword) && value.kind !== "none",
  );
  if (called.some(([, value]) => value.kind !== "builtin") || mayCall(run, name, given.length))
    leave(run, ...values);
  // `key=str` does to each item what `str` does.
  if (called.length > 0) for (const operation of run.own.operations) touch(run, operation, ...given);
  const result = answer(run, node, name, given);
  if (mayHold(run, result)) for (const value of values) shareParts(run.state, value);
  return result;
}

/** `map`, `filter` and the like call what they are given, or run somebody's `__next__`. */
function mayCall(run: Run, name: string, count: number): boolean {
  if (name === "iter" || name === "type") return count > 1;
  if (name === "isinstance" || name === "issubclass") return run.own.isOpen;
  return name === "map" || name === "filter" || name === "getattr";
}

/** Whether a result may hold parts of what a builtin was given that can no longer be told apart. */
function mayHold(run: Run, result: KnownValue): boolean {
  if (isAtomic(result)) return false;
  const thing = thingOf(run.state, result);
  const parts = thing?.items ?? (thing?.entries && [...thing.entries.values()].flat());
  return !parts?.every((part) => isAtomic(part) || part.kind === "ref");
}

function answer(run: Run, node: Call, name: string, given: readonly KnownValue[]): KnownValue {
  const isWritten = node.args.every(({ kind }) => kind !== "Starred");
  const exact = isWritten ? own(builtins, name) : undefined;
  if (exact && (node.keywords.length === 0 || Object.hasOwn(takesKeywords, name)))
    return exact(run, node, given);
  if (consuming.has(name)) for (const value of given) useUp(run, value);
  const type = resultType(name);
  return type === "NoneType" ? none : type === undefined ? unknown : some(type);
}

const builtins: Builtins = {
  ...numberBuiltins,
  ...textBuiltins,
  ...collectionBuiltins,
  ...iterationBuiltins,
  ...fileBuiltins,
};

const takesKeywords: Readonly<Record<string, true>> = { sorted: true, min: true, max: true, open: true };
