import { call, isClass } from "./calls.ts";
import { BaseException, RuntimeError, StopIteration, TypeError } from "./errors.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** What `raise` throws: an exception, or a new one of a class. */
export function raised(value: unknown): BaseException {
  const error = isClass(value) ? call(value) : value;
  if (error instanceof BaseException) return error;
  return new TypeError("exceptions must derive from BaseException");
}

/** `raise … from cause`. */
export function raisedFrom(value: unknown, cause: unknown): BaseException {
  const error = raised(value);
  error.__cause__ = cause === null ? null : raised(cause);
  return error;
}

/** Does a handler for these classes catch the exception? */
export function matches(error: unknown, types: Dynamic): boolean {
  if (types instanceof Tuple) return types.items.some((type) => matches(error, type));
  if (isClass(types) && (types.prototype instanceof BaseException || types === BaseException))
    return error instanceof types;
  throw new TypeError("catching classes that do not inherit from BaseException is not allowed");
}

/** StopIteration that leaves a generator would look like its end. */
export function leavingGenerator(thrown: unknown): unknown {
  return thrown instanceof StopIteration ? new RuntimeError("generator raised StopIteration") : thrown;
}
