import { callMethod } from "./attributes.ts";
import { TypeError } from "./errors.ts";
import { hasMethod, typeName } from "./kinds.ts";
import { toPython } from "./errors.ts";
import { truthy } from "./truth.ts";
import type { Dynamic } from "./tuple.ts";

/** Enters a `with` block. */
export function enter(manager: unknown): Dynamic {
  if (!hasMethod(manager, "__enter__"))
    throw new TypeError(`'${typeName(manager)}' object does not support the context manager protocol`);
  if (!hasMethod(manager, "__exit__"))
    throw new TypeError(
      `'${typeName(manager)}' object does not support the context manager protocol (missed __exit__ method)`,
    );
  return callMethod(manager, "__enter__");
}

/** Leaves a `with` block, after an exception if there was one; tells whether that is settled by it. */
export function exit(manager: Dynamic, thrown?: unknown): boolean {
  if (thrown === undefined) return truthy(manager.__exit__(null, null, null));
  const error = toPython(thrown);
  return truthy(manager.__exit__(error.constructor, error, {}));
}
