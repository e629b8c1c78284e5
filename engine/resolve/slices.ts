import { charactersOf } from "../values/characters.ts";
import { choose } from "../values/slices.ts";
import { taintOf, taintOfThing } from "./taint.ts";
import {
  anything,
  bytes,
  items,
  joinAll,
  onlyInt,
  tainted,
  text,
  type Thing,
  type PossibleValues,
} from "./value.ts";

type End = PossibleValues | undefined | null;

/** `value[lower:upper:step]`. */
export function readSlice(value: PossibleValues, ends: readonly End[]): PossibleValues {
  const numbers = ends.map((end) => (end && !isNone(end) ? onlyInt(end) : null));
  if (numbers.includes(undefined)) return tainted(taintOf(value));
  const [lower, upper, step] = numbers as (bigint | null)[];
  return joinAll(value.map((thing) => sliceOf(thing, lower ?? null, upper ?? null, step ?? 1n)));
}

function isNone(value: PossibleValues): boolean {
  return value.length === 1 && value[0]!.kind === "none";
}

function sliceOf(thing: Thing, lower: bigint | null, upper: bigint | null, step: bigint): PossibleValues {
  if (step === 0n) return anything;
  switch (thing.kind) {
    case "str": {
      const chosen = choose(charactersOf(thing.value), lower, upper, step).join("");
      return text(chosen, thing.decoded || step < 0n || step > 1n);
    }
    case "bytes":
      return bytes(choose(Array.from(thing.value), lower, upper, step).join(""), thing.decoded || step < 0n);
    case "list":
    case "tuple":
      if (thing.kind === "list" && thing.isPassing) return tainted(taintOfThing(thing));
      return items(
        thing.kind,
        thing.isOpen ? thing.items : choose(thing.items, lower, upper, step),
        thing.isOpen,
      );
    case "reference":
      return [{ ...thing, path: `${thing.path}[]`.slice(0, 240) }];
    default:
      return tainted(taintOfThing(thing));
  }
}
