import { followProgram } from "../../../engine/resolve/follow.ts";
import {
  isClosed,
  type Items,
  type Mixed,
  type Thing,
  type PossibleValues,
} from "../../../engine/resolve/value.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { imports, type Real } from "./cpython.ts";

/** The result of following a program; undefined when the expression at its end is never reached. */
export function foldProgram(before: string, expression: string): PossibleValues | undefined {
  const tree = readTree(`${imports}\n${before}probe(${expression}\n)\n`);
  if (!tree) throw new Error(`This is no Python: ${before}${expression}`);
  let seen: PossibleValues | undefined;
  const silent = (): void => undefined;
  followProgram(tree, {
    call: ({ path, args }) => {
      if (path === "probe") seen = args[0];
    },
    attribute: silent,
    store: silent,
    keyed: silent,
    made: silent,
    answered: silent,
    escaped: silent,
    mentioned: silent,
    blind: silent,
  });
  return seen;
}

/** Whether a value is completely known. */
export function isClaimed(value: PossibleValues): boolean {
  return value.every((thing) => {
    if ("items" in thing) return !thing.isOpen && thing.items.every(isClaimed);
    if (thing.kind === "dict")
      return (
        isClosed(thing) &&
        [...thing.entries.values()].every((entry) => isClaimed(entry.key) && isClaimed(entry.value))
      );
    return ["str", "bytes", "int", "bool", "none"].includes(thing.kind);
  });
}

/** Whether a value agrees with CPython's. */
export function allows(value: PossibleValues, real: Real): boolean {
  return value.some((thing) => fits(thing, real));
}

function fits(thing: Thing, real: Real): boolean {
  const [type, content] = real;
  switch (thing.kind) {
    case "str":
    case "bytes":
      return type === thing.kind && content === thing.value;
    case "int":
      return (
        type === "int" &&
        BigInt(String(content).replace("-", "")) * (String(content).startsWith("-") ? -1n : 1n) ===
          thing.value
      );
    case "bool":
      return type === "bool" && content === thing.value;
    case "none":
    case "float":
      return type === thing.kind;
    case "mixed":
      return (
        type === "odd" ||
        type === "other" ||
        ((type === "str" || type === "bytes") && holdsPieces(thing, content as string))
      );
    case "list":
    case "tuple":
    case "set":
      return fitsItems(thing, real);
    case "dict":
      return (
        type === "dict" && (!isClosed(thing) || fitsEntries([...thing.entries], content as [Real, Real][]))
      );
    default:
      // Known only by a path to it, or not at all.
      return true;
  }
}

function fitsItems(thing: Items, [type, content]: Real): boolean {
  const isBytes = type === "bytearray" && thing.kind === "list";
  const wanted = thing.isPassing ? ["passing"] : [thing.kind];
  if (thing.isOpen) return true;
  if (!isBytes && !wanted.includes(type)) return false;
  const reals = isBytes
    ? (content as number[]).map((code): Real => ["int", `0x${code.toString(16)}`])
    : (content as Real[]);
  if (reals.length !== thing.items.length) return false;
  if (thing.kind === "set") return thing.items.every((item) => reals.some((one) => allows(item, one)));
  return thing.items.every((item, at) => allows(item, reals[at]!));
}

function fitsEntries(
  entries: readonly [string, Readonly<{ key: PossibleValues; value: PossibleValues }>][],
  reals: readonly [Real, Real][],
): boolean {
  if (entries.some(([spelled]) => spelled.startsWith("?"))) return true;
  return (
    entries.length === reals.length &&
    entries.every(([, { key, value }], at) => allows(key, reals[at]![0]) && allows(value, reals[at]![1]))
  );
}

/** The known pieces occur in the text, in their order, the first and the last at its ends. */
function holdsPieces({ pieces }: Mixed, content: string): boolean {
  let at = 0;
  for (const [n, piece] of pieces.entries()) {
    if (typeof piece !== "string") continue;
    const found = n === 0 ? (content.startsWith(piece) ? 0 : -1) : content.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1);
  return typeof last !== "string" || content.endsWith(last);
}
