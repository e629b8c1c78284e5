import { TranslationLimit, TypeError } from "./errors.ts";
import { hasMethod, type PythonMethod, typeName } from "./kinds.ts";
import { Dict } from "./dict.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export type CallParameter = { name: string; optional: boolean };

/** What the `def` of a function says of its parameters. */
export type Def = {
  name: string;
  positional: CallParameter[];
  /** Those that are given by name only. */
  named: CallParameter[];
  /** How many of the positional ones cannot be given by name. */
  only: number;
  /** How many are given already: the receiver of a method. */
  bound: number;
  /** A static method has no receiver. */
  fixed: boolean;
  rest?: string;
  others?: string;
  /** A function of Python's own, not of the program. */
  builtin?: boolean;
};

/** What Python knows about the parameters of a function. */
export const signatures = new WeakMap<object, Def>();

/** Notes a function's Python parameters, written as "name(a, b=, *rest, c, **others)". */
export function define(target: Dynamic, signature: string): Dynamic {
  signatures.set(target, readSignature(signature));
  return target;
}

/** Notes the parameters of a function of Python's own that is handed on as a value. */
export function builtinValue(target: Dynamic, signature: string): Dynamic {
  signatures.set(target, { ...readSignature(signature), builtin: true });
  return target;
}

export function readSignature(text: string): Def {
  const open = text.indexOf("(");
  const name = text.slice(0, open).replace("static ", "");
  const read: Def = { name, positional: [], named: [], only: 0, bound: 0, fixed: text.startsWith("static ") };
  let keywordOnly = false;
  for (const part of text.slice(open + 1, -1).split(", ")) {
    const parameter = { name: part.replace(/[*=]/g, ""), optional: part.endsWith("=") };
    if (part === "") continue;
    if (part === "/") read.only = read.positional.length;
    else if (part.startsWith("**")) read.others = parameter.name;
    else if (part.startsWith("*")) {
      keywordOnly = true;
      if (part !== "*") read.rest = parameter.name;
    } else (keywordOnly ? read.named : read.positional).push(parameter);
  }
  return read;
}

/** Calls anything callable with arguments by position. */
export function call(callee: unknown, ...args: unknown[]): Dynamic {
  return callWith(callee, args, {});
}

/** Calls anything callable with arguments by position and by name. */
export function callWith(callee: unknown, args: unknown[], named: Record<string, unknown>): Dynamic {
  if (hasMethod(callee, "__call__")) return callWith(boundMethod(callee, callee.__call__), args, named);
  if (typeof callee !== "function") throw new TypeError(`'${typeName(callee)}' object is not callable`);
  if (isClass(callee)) return construct(callee, args, named);
  const signature = signatures.get(callee);
  if (signature !== undefined) return callee(...bindArguments(signature, args, named));
  if (Object.keys(named).length > 0) throw new TranslationLimit("The names of the parameters are not known.");
  return callee(...args);
}

/** Calls a method whose receiver is known, checking the arguments if its parameters are noted. */
export function applyMethod(
  receiver: unknown,
  method: Dynamic,
  args: unknown[],
  named: Record<string, unknown>,
): Dynamic {
  const signature = signatures.get(method);
  if (signature === undefined && Object.keys(named).length > 0)
    throw new TranslationLimit("The names of the parameters are not known.");
  const ready = signature
    ? bindArguments({ ...signature, bound: signature.fixed ? 0 : 1 }, args, named)
    : args;
  return method.apply(receiver, ready);
}

/** A method together with its receiver, as `receiver.method` gives it. */
export function boundMethod(receiver: unknown, method: PythonMethod): PythonMethod {
  const bound = (...args: unknown[]): unknown => method.apply(receiver, args);
  const signature = signatures.get(method);
  if (signature) signatures.set(bound, { ...signature, bound: signature.fixed ? 0 : 1 });
  return bound;
}

export function isClass(value: unknown): boolean {
  return (
    typeof value === "function" && Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false
  );
}

export function construct(type: Dynamic, args: unknown[], named: Record<string, unknown>): Dynamic {
  const signature = signatures.get(type) ?? signatures.get(type.prototype.__init__ ?? type);
  if (signature) return new type(...bindArguments({ ...signature, bound: 1 }, args, named));
  if (Object.keys(named).length > 0) throw new TranslationLimit("The names of the parameters are not known.");
  return new type(...args);
}

/** The arguments in the order of the parameters, or Python's TypeError. */
export function bindArguments(signature: Def, args: unknown[], named: Record<string, unknown>): unknown[] {
  if (!signature.builtin) return placeArguments(signature, args, named);
  try {
    return placeArguments(signature, args, named);
  } catch {
    throw new TranslationLimit(`This way of calling ${signature.name} is not translated.`);
  }
}

export function placeArguments(signature: Def, args: unknown[], named: Record<string, unknown>): unknown[] {
  const { positional, bound, rest, others } = signature;
  const given: unknown[] = [...Array(bound).fill(null), ...args];
  const placed = given.slice(0, positional.length);
  const byName = new Map<string, unknown>();
  const extra: [string, unknown][] = [];
  for (const [name, value] of Object.entries(named))
    placeNamed(signature, name, value, placed, byName, extra);
  if (given.length > positional.length && rest === undefined)
    throw tooMany(signature, given.length, byName.size);
  requireAll(signature, positional, (at) => placed[at] !== undefined, "positional");
  requireAll(signature, signature.named, (at) => byName.has(signature.named[at]!.name), "keyword-only");
  const ready = Array.from({ length: positional.length }, (_, at) => placed[at]).slice(bound);
  const isPlain = rest === undefined && others === undefined && signature.named.length === 0;
  while (isPlain && ready.length > 0 && ready.at(-1) === undefined) ready.pop();
  const extraValues = given.slice(positional.length);
  if (!signature.builtin && signature.named.length === 0 && others === undefined)
    return [...ready, ...extraValues];
  if (rest !== undefined) ready.push(signature.builtin ? extraValues : new Tuple(extraValues));
  for (const { name } of signature.named) ready.push(byName.get(name));
  if (others !== undefined) ready.push(Dict.of(extra));
  return ready;
}

export function placeNamed(
  signature: Def,
  name: string,
  value: unknown,
  placed: unknown[],
  byName: Map<string, unknown>,
  extra: [string, unknown][],
): void {
  const at = signature.positional.findIndex((parameter: CallParameter) => parameter.name === name);
  if (signature.named.some((parameter: CallParameter) => parameter.name === name)) byName.set(name, value);
  else if (at >= signature.only) {
    if (placed[at] !== undefined)
      throw new TypeError(`${signature.name}() got multiple values for argument '${name}'`);
    placed[at] = value;
  } else if (signature.others !== undefined) extra.push([name, value]);
  else if (at >= 0)
    throw new TypeError(
      `${signature.name}() got some positional-only arguments passed as keyword arguments: '${name}'`,
    );
  else throw new TypeError(`${signature.name}() got an unexpected keyword argument '${name}'`);
}

export function tooMany(signature: Def, given: number, named: number): Error {
  const maxCount = signature.positional.length;
  const minCount = signature.positional.filter((parameter: CallParameter) => !parameter.optional).length;
  const takes = minCount < maxCount ? `from ${minCount} to ${maxCount}` : `${maxCount}`;
  const plural = maxCount === 1 && minCount === maxCount ? "" : "s";
  const extra =
    named > 0
      ? ` positional argument${given === 1 ? "" : "s"} (and ${named} keyword-only argument${named === 1 ? "" : "s"})`
      : "";
  const were = given === 1 && named === 0 ? "was" : "were";
  return new TypeError(
    `${signature.name}() takes ${takes} positional argument${plural} but ${given}${extra} ${were} given`,
  );
}

export function requireAll(
  signature: Def,
  parameters: CallParameter[],
  has: (at: number) => boolean,
  kind: string,
): void {
  const missing = parameters
    .filter((parameter, at) => !parameter.optional && !has(at))
    .map(({ name }) => `'${name}'`);
  if (missing.length === 0) return;
  const last = missing.length > 2 ? ", and " : " and ";
  const listed = missing.length > 1 ? missing.slice(0, -1).join(", ") + last + missing.at(-1) : missing[0];
  const plural = missing.length > 1 ? "s" : "";
  throw new TypeError(
    `${signature.name}() missing ${missing.length} required ${kind} argument${plural}: ${listed}`,
  );
}

/** The arguments of a call written with `**`. */
export function spreadNamed(mapping: Dynamic): Record<string, unknown> {
  const named: Record<string, unknown> = Object.create(null);
  for (const [name, value] of mapping.pairs()) {
    if (typeof name !== "string") throw new TypeError("keywords must be strings");
    named[name] = value;
  }
  return named;
}

/** Named arguments from several places; Python refuses a name given twice. */
export function mergeNamed(...parts: Record<string, unknown>[]): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null);
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(merged, name))
        throw new TypeError(`got multiple values for keyword argument '${name}'`);
      merged[name] = value;
    }
  return merged;
}

/** `functools.wraps`: the wrapper goes by the name of what it wraps. */
export function wraps(original: Dynamic, wrapper: Dynamic): Dynamic {
  const name = signatures.get(original)?.name ?? original.name;
  signatures.set(wrapper, { ...signatures.get(wrapper)!, name });
  return wrapper;
}
