import { standsAlone } from "../program/stand-alone.ts";
import type { Call } from "../tree/nodes.ts";
import { shown } from "./describe.ts";
import { Raised } from "./failure.ts";
import { maxLengthOf, piecesOf } from "./max-length.ts";
import { list, make, useOf, type Run } from "./run.ts";
import { frameOf } from "./state.ts";
import { none, some, unknown, type KnownValue } from "./values.ts";

/** `str` or `bytes`: what only they can do was asked of it. */
export const textType = "text";
/** Something that `append` adds to: a list, a deque, a bytearray. */
export const growingType = "growing";

/** The types of Python's own that a value may have of which only its use is known. */
export function readingsOf(type: string): readonly string[] {
  if (type === textType) return ["str", "bytes"];
  return type === growingType ? ["list", "bytes"] : [type];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
/** They give text of the same kind. */
const textual = words(
  "upper lower strip lstrip rstrip title capitalize casefold swapcase zfill center ljust rjust expandtabs removeprefix removesuffix",
);
const ofText = new Set([
  ...textual,
  ...words("splitlines partition rpartition rsplit isupper islower isdigit isalpha isalnum isspace istitle"),
]);
const changesInPlace = words("sort reverse append extend insert");
const views = words("keys values items");

/** Whether no class of the program has a method of this name, so that one of Python's own types is called. */
export function isMethodOfPython({ own }: Run, name: string): boolean {
  return !own.isSet(name) && !own.operations.has("attribute") && !own.isInClass(name);
}

/** What a method gives that only Python's own types have, called on one of them that is not known. */
export function resultOnUnknown(run: Run, name: string, node: Call): KnownValue {
  const count = node.args.length + node.keywords.length;
  const isKnown =
    changesInPlace.has(name) || ofText.has(name) || name === "split" || (views.has(name) && count === 0);
  if (!isKnown || !isOfPython(run, name)) return unknown;
  if (changesInPlace.has(name)) return none;
  if (views.has(name)) return some(`dict_${name}`);
  if (textual.has(name)) return some(textType);
  const piece = some(textType);
  if (name === "partition" || name === "rpartition")
    return make(run, { type: "tuple", items: [piece, piece, piece] });
  // Patterns split too, and give None for groups that did not take part.
  if (name === "split" && !isWithoutPatterns(run)) return unknown;
  if (name.endsWith("split")) return piecesOf(run, node, textType);
  return name === "splitlines" ? list(run, undefined, piece) : some("bool");
}

/** What a name stands for once a method was called on it that only some types have. */
export function learnFromUse(run: Run, { func }: Call): void {
  if (func.kind !== "Attribute" || func.value.kind !== "Name") return;
  const name = func.attr;
  const isText = ofText.has(name) || (name === "split" && isWithoutPatterns(run));
  if ((!isText && name !== "append" && name !== "clear") || !isOfPython(run, name)) return;
  const variable = run.facts.names.variableOf(func.value);
  const frame = variable && frameOf(run.state, variable.scope);
  const value = frame?.names.get(variable!.name);
  if (!frame || frame !== run.state.frames.at(-1) || value?.kind !== "unknown") return;
  const { isShared, isForeign } = useOf(run, variable!);
  if (isShared || isForeign) return;
  frame.names.set(
    variable!.name,
    name === "clear"
      ? { ...value, max: { count: 0, epoch: run.state.epoch } }
      : { kind: "some", type: isText ? textType : growingType, id: value.id },
  );
}

const taking = words("pop popleft popitem");

/** Raises where something is taken from what was emptied just before. */
export function mustHold(run: Run, node: Call, receiver: KnownValue | undefined): void {
  const { func, args, keywords } = node;
  if (func.kind !== "Attribute" || !taking.has(func.attr) || args.length + keywords.length > 0) return;
  if (!receiver || maxLengthOf(run, receiver) !== 0 || !isOfPython(run, func.attr)) return;
  const message = `${shown(func.value)} was emptied just before: taking from it raises IndexError, or KeyError. Check it first.`;
  throw new Raised(node, "empty-collection", "IndexError", message);
}

function isOfPython(run: Run, name: string): boolean {
  return standsAlone(run.facts) && !run.own.derivesFromOthers && isMethodOfPython(run, name);
}

function isWithoutPatterns({ facts }: Run): boolean {
  const names = [...facts.all("Import"), ...facts.all("ImportFrom")].flatMap((node) =>
    node.kind === "Import" ? node.names.map(({ name }) => name) : [node.module],
  );
  return !names.includes("re");
}
