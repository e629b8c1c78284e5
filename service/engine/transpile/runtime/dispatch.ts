import { callMethod } from "./attributes.ts";
import { TranslationLimit } from "./errors.ts";
import { typeName } from "./kinds.ts";

/** A method of Python's own types, found by the type of its receiver; other objects answer themselves. */
export function dispatch(name: string, methods: Record<string, any>, others: readonly string[] = []): any {
  return (target: any, ...args: any[]): any => {
    const type = typeName(target);
    if (Object.hasOwn(methods, type)) return methods[type](target, ...args);
    if (others.includes(type)) throw new TranslationLimit(`${type}.${name} is not translated.`);
    return callMethod(target, name, ...args);
  };
}

/** `target.method` of one of Python's own types, as a value. */
export function methodValue(method: any, target: any): any {
  return (...args: any[]): any => method(target, ...args);
}
