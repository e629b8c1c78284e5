import { applyMethod, boundMethod, callWith, isClass, signatures } from "./calls.ts";
import { Instance, staticMethod } from "./classes.ts";
import { AttributeError, BaseException, TranslationLimit } from "./errors.ts";
import { className, type PythonMethod, typeName } from "./kinds.ts";
import type { Dynamic } from "./tuple.ts";

/** `target.name`. */
export function attr(target: unknown, name: string): Dynamic {
  if (name === "__class__" && (target instanceof Instance || target instanceof BaseException))
    return target.constructor;
  if (target instanceof Instance) return bindIfMethod(target, ownAttribute(target, name), name);
  if (target instanceof BaseException) return exceptionAttribute(target, name);
  if (isClass(target)) return classAttribute(target, name);
  if (typeof target === "function") return functionAttribute(target, name);
  if (name.startsWith("__") || (target !== null && builtinAttributes.split(" ").includes(name)))
    throw new TranslationLimit(`The attribute ${name} of a ${typeName(target)} is not translated.`);
  throw new AttributeError(`'${typeName(target)}' object has no attribute '${name}'`);
}

/** What Python's own types have besides special methods. */
export const builtinAttributes =
  "add append appendleft as_integer_ratio bit_count bit_length capitalize casefold center clear close " +
  "conjugate copy count default_factory denominator difference difference_update discard elements " +
  "encode endswith expandtabs extend extendleft find format format_map from_bytes fromhex fromkeys get " +
  "gi_code gi_frame gi_running gi_suspended gi_yieldfrom hex imag index insert intersection " +
  "intersection_update is_integer isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier " +
  "islower isnumeric isprintable isspace issubset issuperset istitle isupper items join keys ljust " +
  "lower lstrip maketrans maxlen most_common move_to_end numerator partition pop popitem popleft real " +
  "remove removeprefix removesuffix replace reverse rfind rindex rjust rotate rpartition rsplit rstrip " +
  "send setdefault sort split splitlines start startswith step stop strip subtract swapcase " +
  "symmetric_difference symmetric_difference_update throw title to_bytes total translate union update " +
  "upper values zfill";

/** Every object of Python has special attributes that these objects have not. */
export function ownAttribute(target: Instance, name: string): Dynamic {
  const value = target[name];
  if (value !== undefined) return value;
  throw new TranslationLimit(`The attribute ${name} of an object is not translated.`);
}

/** A function found in the class is a method; one put on the object itself is just a value. */
export function bindIfMethod(target: object, value: Dynamic, name: string): Dynamic {
  if (typeof value !== "function" || isClass(value) || Object.hasOwn(target, name)) return value;
  return signatures.get(value)?.bound === 1 || !(name in target) ? value : boundMethod(target, value);
}

export function exceptionAttribute(target: BaseException, name: string): Dynamic {
  const inherited = name === "name" || name === "stack" || name === "message" || name === "toString";
  if (inherited ? Object.hasOwn(target, name) && name !== "stack" : name in target)
    return bindIfMethod(target, target[name], name);
  throw new AttributeError(`'${typeName(target)}' object has no attribute '${name}'`);
}

export function classAttribute(type: Dynamic, name: string): Dynamic {
  if (name === "__name__" || name === "__qualname__") return className(type);
  const method = staticMethod(type, name);
  if (method !== undefined) return boundMethod(type, method);
  const found = type.prototype[name];
  if (found === undefined)
    throw new AttributeError(`type object '${className(type)}' has no attribute '${name}'`);
  return typeof found === "function" && !isClass(found) ? unboundMethod(found) : found;
}

/** A method taken from its class: the receiver is its first argument. */
export function unboundMethod(method: PythonMethod): PythonMethod {
  const unbound = (receiver: unknown, ...args: unknown[]): unknown => {
    if (!(receiver instanceof Instance) && !(receiver instanceof BaseException))
      throw new TranslationLimit("A method of a class is called on something else.");
    return method.apply(receiver, args);
  };
  const signature = signatures.get(method);
  if (signature) signatures.set(unbound, signature);
  return unbound;
}

export function functionAttribute(target: Function, name: string): string | undefined {
  const known = signatures.get(target)?.name ?? target.name;
  if (name === "__name__") return known.split(".").at(-1);
  if (name === "__qualname__") return known;
  throw new TranslationLimit(`The attribute ${name} of a function is not translated.`);
}

/** `target.name = value`. */
export function setAttr(target: Dynamic, name: string, value: unknown): void {
  if (isClass(target)) target.prototype[name] = classValue(value);
  else if (target instanceof Instance || target instanceof BaseException) assign(target, name, value);
  else throw new AttributeError(`'${typeName(target)}' object has no attribute '${name}'`);
}

/** A function put into a class becomes a method there, which it is not made for here. */
export function classValue(value: unknown): unknown {
  if (typeof value === "function" && !isClass(value))
    throw new TranslationLimit("A function as a class attribute is not translated.");
  return value;
}

export function assign(target: object, name: string, value: unknown): void {
  if (!Reflect.set(target, name, value))
    throw new AttributeError(`property '${name}' of '${typeName(target)}' object has no setter`);
}

/** `del target.name`. */
export function deleteAttr(target: unknown, name: string): void {
  if ((target instanceof Instance || target instanceof BaseException) && Object.hasOwn(target, name))
    delete target[name];
  else throw new AttributeError(`'${typeName(target)}' object has no attribute '${name}'`);
}

/** `getattr(target, name, fallback)`. */
export function getAttr(target: unknown, name: string, fallback?: unknown): Dynamic {
  if (fallback === undefined) return attr(target, name);
  try {
    return attr(target, name);
  } catch (error) {
    if (error instanceof AttributeError) return fallback;
    throw error;
  }
}

export function hasAttr(target: unknown, name: string): boolean {
  return getAttr(target, name, undefinedAttribute) !== undefinedAttribute;
}

export const undefinedAttribute = Symbol("no such attribute");

/** `target.name(…)` of an object whose class is not known in advance. */
export function callMethod(target: unknown, name: string, ...args: unknown[]): Dynamic {
  return callMethodWith(target, name, args, {});
}

export function callMethodWith(
  target: unknown,
  name: string,
  args: unknown[],
  named: Record<string, unknown>,
): Dynamic {
  const plain =
    target instanceof Instance && !Object.hasOwn(target, name) && name in Object.getPrototypeOf(target);
  const method = plain ? target[name] : undefined;
  if (typeof method === "function" && !isClass(method)) return applyMethod(target, method, args, named);
  return callWith(attr(target, name), args, named);
}
