import { call } from "./calls.ts";
import { Dict, dictText, pairsOf } from "./dict.ts";
import { KeyError, TypeError } from "./errors.ts";
import { hasMethod } from "./kinds.ts";
import { repr } from "./repr.ts";
import type { Dynamic } from "./tuple.ts";

/** A dict that makes the values it lacks. */
export class DefaultDict extends Dict {
  static override readonly __name__: string = "defaultdict";
  default_factory: unknown = null;

  override __missing__(key: unknown): Dynamic {
    if (this.default_factory === null) throw new KeyError(key);
    const value = call(this.default_factory);
    this.table.set(key, value);
    return value;
  }

  override __repr__(): string {
    return `defaultdict(${repr(this.default_factory)}, ${dictText(this)})`;
  }
}

/** `collections.defaultdict`. */
export function defaultdict(factory: unknown = null, source?: unknown, named?: Dict): DefaultDict {
  if (factory !== null && typeof factory !== "function" && !hasMethod(factory, "__call__"))
    throw new TypeError("first argument must be callable or None");
  const made = new DefaultDict();
  made.default_factory = factory;
  for (const from of [source, named])
    if (from !== undefined) for (const [key, value] of pairsOf(from)) made.table.set(key, value);
  return made;
}
