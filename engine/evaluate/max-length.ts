import { standsAlone } from "../program/stand-alone.ts";
import type { Call, Subscript } from "../tree/nodes.ts";
import { placeOf } from "../values/slices.ts";
import { integerOf } from "../values/value.ts";
import { shown } from "./describe.ts";
import { Raised } from "./failure.ts";
import { make, type Run } from "./run.ts";
import { thingOf } from "./state.ts";
import { some, unknown, type KnownValue } from "./values.ts";

/** The bounds of a slice: null where one is left out, undefined where it is not known. */
type Bound = bigint | null | undefined;

/** How many items a value has at most, where that is known. */
export function maxLengthOf({ state }: Run, value: KnownValue): number | undefined {
  const thing = thingOf(state, value);
  if (thing) return thing.isMany ? undefined : thing.maxLength;
  if (value.kind !== "unknown" && value.kind !== "some") return undefined;
  const { max } = value;
  return max && (max.epoch === undefined || max.epoch === state.epoch) ? max.count : undefined;
}

/** Raises where an index is behind all that a value can have. */
export function mustReach(run: Run, node: Subscript, value: KnownValue, index: KnownValue): void {
  const max = maxLengthOf(run, value);
  const at = integerOf(index);
  if (max === undefined || at === undefined || placeOf(at, max) !== undefined) return;
  const holds = max === 0 ? "is empty" : `has at most ${max} item${max === 1 ? "" : "s"}`;
  const message = `${shown(node.value)} ${holds}: index ${at} raises IndexError. Use a smaller index, or take more items.`;
  throw new Raised(node, "index-out-of-range", "IndexError", message, { about: value });
}

/** What is cut out of a value whose items are not known. */
export function cutOf(run: Run, type: string | undefined, bounds: readonly Bound[]): KnownValue {
  const count = maxOfSlice(bounds);
  if (type === "list") return make(run, { type, maxLength: count });
  const max = count === undefined ? undefined : { count };
  if (type === "str" || type === "tuple" || type === "bytes") return { kind: "some", type, max };
  if (type !== undefined || !max || !isOneOfPythons(run)) return unknown;
  return { kind: "unknown", max: { ...max, epoch: run.state.epoch } };
}

/** Whether whatever can be cut is a sequence of Python's own, whose slices are as long as they say. */
function isOneOfPythons({ facts, own }: Run): boolean {
  return standsAlone(facts) && !own.derivesFromOthers && !own.isOpen && !own.operations.has("subscript");
}

function maxOfSlice([start, stop, step]: readonly Bound[]): number | undefined {
  if (step === undefined || (step !== null && step < 1n)) return undefined;
  const counts: bigint[] = [];
  if (typeof stop === "bigint" && stop >= 0n) counts.push(stop);
  if (typeof start === "bigint" && start < 0n) counts.push(-start);
  if (typeof start === "bigint" && typeof stop === "bigint" && start < 0n === stop < 0n)
    counts.push(stop > start ? stop - start : 0n);
  if (counts.length === 0) return undefined;
  const max = counts.reduce((a, b) => (a < b ? a : b));
  const stride = step ?? 1n;
  const count = (max + stride - 1n) / stride;
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(count);
}

/** What `split` gives of a text that is not known. */
export function piecesOf(run: Run, node: Call, of: string): KnownValue {
  return make(run, { type: "list", each: some(of), maxLength: maxPieces(node) });
}

/** `text.split(sep, 1)` gives two pieces at most. */
function maxPieces({ args, keywords }: Call): number | undefined {
  if (args.some(({ kind }) => kind === "Starred")) return undefined;
  const given = args[1] ?? keywords.find(({ arg }) => arg === "maxsplit")?.value;
  if (given?.kind !== "Constant" || given.value.type !== "int") return undefined;
  const count = Number(given.value.value) + 1;
  return Number.isSafeInteger(count) ? count : undefined;
}
