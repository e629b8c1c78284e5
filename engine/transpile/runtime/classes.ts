import { boundMethod } from "./calls.ts";
import { AttributeError, TranslationLimit, TypeError } from "./errors.ts";
import { className, type PythonMethod, typeName } from "./kinds.ts";
import type { Dynamic } from "./tuple.ts";

/** Where the search for an attribute ends: what an object lacks is an error, but for special methods. */
export const lastResort: object = new Proxy(Object.create(null), {
  get(_, name, receiver) {
    if (typeof name === "symbol" || (name.startsWith("__") && name.endsWith("__"))) return undefined;
    return missingAttribute(receiver, name);
  },
  set(_, name, value, receiver) {
    return Reflect.defineProperty(receiver, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  },
});

/** What every class of the program inherits from. */
export class Instance {
  [name: string]: Dynamic;

  constructor(...args: Dynamic[]) {
    if (typeof this.__init__ === "function") this.__init__(...args);
    else if (args.length > 0) throw new TypeError(`${className(this.constructor)}() takes no arguments`);
  }

  static {
    Object.setPrototypeOf(Instance.prototype, lastResort);
  }
}

/** Class and static methods are reached through instances too; then `__getattr__` is asked. */
export function missingAttribute(target: Dynamic, name: string): Dynamic {
  if (Object.hasOwn(target, "constructor"))
    throw new AttributeError(`type object '${className(target.constructor)}' has no attribute '${name}'`);
  const method = staticMethod(target.constructor, name);
  if (method !== undefined) return boundMethod(target.constructor, method);
  if (typeof target.__getattr__ === "function") return target.__getattr__(name);
  throw new AttributeError(`'${typeName(target)}' object has no attribute '${name}'`);
}

export function staticMethod(type: Dynamic, name: string): PythonMethod | undefined {
  for (
    let at = type;
    at !== null && at !== Instance && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  )
    if (Object.hasOwn(at, name) && typeof at[name] === "function" && name !== "prototype") return at[name];
  return undefined;
}

/** A value that can be sliced: an object of the program would be given a slice object, which there is none of. */
export function sliceable(value: unknown): Dynamic {
  if (value instanceof Instance)
    throw new TranslationLimit("A slice of an object of the program is not translated.");
  return value;
}
