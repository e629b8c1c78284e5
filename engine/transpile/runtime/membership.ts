import { same } from "./equality.ts";
import { TypeError } from "./errors.ts";
import { iterate } from "./iterate.ts";
import { hasMethod, isIterator, typeName } from "./kinds.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

/** Python's `item in container`. */
export function contains(container: unknown, item: unknown): boolean {
  if (typeof container === "string") return textContains(container, item);
  if (Array.isArray(container)) return container.some((other) => same(other, item));
  if (hasMethod(container, "__contains__")) return truthy(container.__contains__(item));
  if (container instanceof Tuple) return container.items.some((other) => same(other, item));
  if (!isIterator(container) && !hasMethod(container, "__iter__") && !hasMethod(container, "__getitem__"))
    throw new TypeError(`argument of type '${typeName(container)}' is not iterable`);
  for (const other of iterate(container)) if (same(other, item)) return true;
  return false;
}

export function textContains(container: string, item: unknown): boolean {
  if (typeof item === "string") return container.includes(item);
  throw new TypeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
}
