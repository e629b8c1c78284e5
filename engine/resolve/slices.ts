import { choose } from "../values/slices.ts";
import { addPieces } from "./mixed.ts";
import { taintOf, taintOfOne } from "./taint.ts";
import {
  anything,
  bytes,
  items,
  joinAll,
  onlyInt,
  tainted,
  text,
  type Mixed,
  type AbstractValue,
  type PossibleValues,
  isNone,
} from "./value.ts";

type End = PossibleValues | undefined | null;

/** `value[lower:upper:step]`. */
export function readSlice(value: PossibleValues, ends: readonly End[]): PossibleValues {
  const numbers = ends.map((end) => (end && !isNone(end) ? onlyInt(end) : null));
  if (numbers.includes(undefined)) return tainted(taintOf(value));
  const [lower, upper, step] = numbers as (bigint | null)[];
  return joinAll(value.map((thing) => sliceOf(thing, lower ?? null, upper ?? null, step ?? 1n)));
}

function sliceOf(
  thing: AbstractValue,
  lower: bigint | null,
  upper: bigint | null,
  step: bigint,
): PossibleValues {
  if (step === 0n) return anything;
  switch (thing.kind) {
    case "str": {
      const chosen = choose(Array.from(thing.value), lower, upper, step).join("");
      return text(chosen, thing.decoded || step < 0n || step > 1n);
    }
    case "bytes":
      return bytes(choose(Array.from(thing.value), lower, upper, step).join(""), thing.decoded || step < 0n);
    case "list":
    case "tuple":
      if (thing.kind === "list" && thing.isOneShot) return tainted(taintOfOne(thing));
      return items(
        thing.kind,
        thing.isOpen ? thing.items : choose(thing.items, lower, upper, step),
        thing.isOpen,
      );
    case "mixed":
      return sliceOfMixed(thing, lower, upper, step);
    case "reference":
      return [{ ...thing, path: `${thing.path}[]`.slice(0, 240) }];
    default:
      return tainted(taintOfOne(thing));
  }
}

/** Ends that lie in the known text at either side leave the unknown pieces whole, or out. */
function sliceOfMixed(of: Mixed, lower: bigint | null, upper: bigint | null, step: bigint): PossibleValues {
  const [head, tail] = [of.pieces[0], of.pieces.at(-1)].map((piece) =>
    typeof piece === "string" ? Array.from(piece) : [],
  ) as [string[], string[]];
  const from = Number(lower ?? 0n);
  const to = upper === null ? 0 : Number(upper);
  if (step === 1n && from >= 0 && from <= head.length) {
    if (upper !== null && to >= 0 && to <= head.length) return text(head.slice(from, to).join(""));
    if (to <= 0 && -to <= tail.length && (upper === null || to < 0)) {
      const middle = of.pieces.slice(head.length > 0 ? 1 : 0, tail.length > 0 ? -1 : undefined);
      const kept = [head.slice(from).join(""), ...middle, tail.slice(0, tail.length + to).join("")];
      return addPieces(kept.map((piece) => (typeof piece === "string" ? text(piece)[0]! : piece)));
    }
  }
  return tainted(taintOfOne(of));
}
