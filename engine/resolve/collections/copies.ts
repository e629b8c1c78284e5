import { kept, type DictEntry, type PossibleValues } from "../value.ts";
import type { CollectionFold } from "./fold.ts";
import { opened } from "./opened.ts";

/** A copy that is changed for itself; what it holds is shared, or copied as well. */
const copied =
  (isDeep: boolean): CollectionFold =>
  ({ args }) =>
    args[0] && copyOf(args[0], isDeep ? 4 : 1);

function copyOf(value: PossibleValues, depth: number): PossibleValues {
  if (depth === 0) return kept(opened(value));
  const inner = (one: PossibleValues): PossibleValues => (depth > 1 ? copyOf(one, depth - 1) : one);
  return value.map((thing) => {
    if ("items" in thing) return { ...thing, items: thing.items.map(inner) };
    if (thing.kind !== "dict") return thing;
    const entries = [...thing.entries].map(([key, entry]): [string, DictEntry] => [
      key,
      { key: entry.key, value: inner(entry.value) },
    ]);
    return { kind: "dict", entries: new Map(entries), isOpen: thing.isOpen };
  });
}

/** The same again, under another name or as a copy. */
export const copies: Readonly<Record<string, CollectionFold>> = {
  "copy.copy": copied(false),
  "copy.deepcopy": copied(true),
  "typing.cast": ({ args }) => args[1],
};
