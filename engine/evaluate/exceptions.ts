import type { Facts } from "../program/facts.ts";
import type { Expression } from "../tree/nodes.ts";
import { GaveUp } from "./failure.ts";
import { own } from "../text/own.ts";

const parents: Readonly<Record<string, string>> = {
  Exception: "BaseException",
  ArithmeticError: "Exception",
  ZeroDivisionError: "ArithmeticError",
  OverflowError: "ArithmeticError",
  LookupError: "Exception",
  IndexError: "LookupError",
  KeyError: "LookupError",
  AttributeError: "Exception",
  NameError: "Exception",
  UnboundLocalError: "NameError",
  TypeError: "Exception",
  ValueError: "Exception",
  UnicodeError: "ValueError",
  RuntimeError: "Exception",
  NotImplementedError: "RuntimeError",
  RecursionError: "RuntimeError",
  StopIteration: "Exception",
  AssertionError: "Exception",
  OSError: "Exception",
  FileNotFoundError: "OSError",
  PermissionError: "OSError",
  ImportError: "Exception",
  EOFError: "Exception",
  MemoryError: "Exception",
  SystemExit: "BaseException",
  KeyboardInterrupt: "BaseException",
};

/** Whether a handler catches an exception of Python's own; of others that is not judged. */
export function catches(facts: Facts, type: Expression | undefined, exception: string): boolean {
  if (type === undefined) return true;
  if (type.kind === "Tuple") return type.elts.some((part) => catches(facts, part, exception));
  if (type.kind !== "Name" || !isBuiltin(exception)) throw new GaveUp();
  if (facts.names.lookUp(type, type.id)) return false;
  if (!isBuiltin(type.id)) throw new GaveUp();
  for (let at: string | undefined = exception; at; at = own(parents, at)) if (at === type.id) return true;
  return false;
}

function isBuiltin(name: string): boolean {
  return name === "BaseException" || Object.hasOwn(parents, name);
}
