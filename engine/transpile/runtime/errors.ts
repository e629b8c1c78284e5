import { type Dynamic, Tuple } from "./tuple.ts";

/** Something Python does that this program cannot do exactly; no `except` catches it. */
export class TranslationLimit extends Error {
  override name = "TranslationLimit";
}

export class BaseException extends Error {
  [name: string]: Dynamic;
  args: Tuple;
  __cause__: unknown = null;
  __context__: unknown = null;

  constructor(...args: Dynamic[]) {
    super();
    this.args = new Tuple(args);
    this.__init__(...args);
  }

  __init__(...args: unknown[]): void {
    this.args = new Tuple(args);
  }
}

export class SystemExit extends BaseException {}
export class KeyboardInterrupt extends BaseException {}
export class GeneratorExit extends BaseException {}
export class Exception extends BaseException {}

export class StopIteration extends Exception {
  get value(): Dynamic {
    return this.args.items[0] ?? null;
  }
}

export class ArithmeticError extends Exception {}
export class FloatingPointError extends ArithmeticError {}
export class OverflowError extends ArithmeticError {}
export class ZeroDivisionError extends ArithmeticError {}
export class AssertionError extends Exception {}
export class AttributeError extends Exception {}
export class BufferError extends Exception {}
export class EOFError extends Exception {}
export class ImportError extends Exception {}
export class ModuleNotFoundError extends ImportError {}
export class LookupError extends Exception {}
export class IndexError extends LookupError {}
export class KeyError extends LookupError {}
export class MemoryError extends Exception {}
export class NameError extends Exception {}
export class UnboundLocalError extends NameError {}
export class OSError extends Exception {}
export class ConnectionError extends OSError {}
export class FileExistsError extends OSError {}
export class FileNotFoundError extends OSError {}
export class PermissionError extends OSError {}
export class TimeoutError extends OSError {}
export class ReferenceError extends Exception {}
export class RuntimeError extends Exception {}
export class NotImplementedError extends RuntimeError {}
export class RecursionError extends RuntimeError {}
export class StopAsyncIteration extends Exception {}
export class SyntaxError extends Exception {}
export class SystemError extends Exception {}
export class TypeError extends Exception {}
export class ValueError extends Exception {}
export class UnicodeError extends ValueError {}
export class Warning extends Exception {}
export class DeprecationWarning extends Warning {}
export class FutureWarning extends Warning {}
export class RuntimeWarning extends Warning {}
export class SyntaxWarning extends Warning {}
export class UserWarning extends Warning {}

/** The exception of Python that an error of JavaScript stands for; anything else is thrown on. */
export function toPython(error: Dynamic): BaseException {
  if (error instanceof BaseException) return error;
  const { message = "" } = error;
  if (error instanceof RangeError && message.startsWith("Maximum call stack"))
    return new RecursionError("maximum recursion depth exceeded");
  const early = /^Cannot access '(.+)' before initialization$/.exec(message);
  if (early) return new NameError(`name '${early[1]}' is not defined`);
  const missing = /^Cannot (?:read|set) properties of null \((?:reading|setting) '(.+)'\)$/.exec(message);
  if (missing) return new AttributeError(`'NoneType' object has no attribute '${missing[1]}'`);
  throw error;
}
