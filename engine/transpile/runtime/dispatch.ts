import { callMethod } from "./attributes.ts";
import { Instance } from "./classes.ts";
import { AttributeError, BaseException, TranslationLimit } from "./errors.ts";
import { type PythonMethod, typeName } from "./kinds.ts";

/** A method of Python's own types, found by the type of its receiver; other objects answer themselves. */
export function dispatch(
  name: string,
  methods: Record<string, PythonMethod>,
  others: readonly string[] = [],
): PythonMethod {
  return (target: unknown, ...args: unknown[]): unknown => {
    const type = typeName(target);
    if (Object.hasOwn(methods, type)) return methods[type]!(target, ...args);
    if (type === "bool" && Object.hasOwn(methods, "int")) return methods["int"]!(target, ...args);
    if (others.includes(type)) throw new TranslationLimit(`${type}.${name} is not translated.`);
    if (typeof target !== "function" && !(target instanceof Instance) && !(target instanceof BaseException))
      throw new AttributeError(`'${type}' object has no attribute '${name}'`);
    return callMethod(target, name, ...args);
  };
}

/** `target.method` of one of Python's own types, as a value. */
export function methodValue(method: PythonMethod, target: unknown): PythonMethod {
  return (...args: unknown[]): unknown => method(target, ...args);
}
