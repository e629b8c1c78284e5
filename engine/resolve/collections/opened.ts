import { taintOf } from "../taint.ts";
import { passing, tainted, type AbstractValue, type PossibleValues } from "../value.ts";

/** The same elements, in an order or a number that nobody knows. */
export function opened(value: PossibleValues): PossibleValues {
  const [only] = value;
  if (value.length === 1 && only!.kind === "dict")
    return passing(
      [...only!.entries.values()].map(({ key }) => key),
      true,
    );
  return value.map((thing): AbstractValue => {
    if (thing.kind === "mixed" || thing.kind === "str" || thing.kind === "bytes")
      return { kind: "list", items: [tainted(taintOf([thing]))], isOpen: true, isOneShot: true };
    return "items" in thing ? { kind: thing.kind, items: [...thing.items], isOpen: true } : thing;
  });
}
