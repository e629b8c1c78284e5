import { libraryData } from "./data.ts";
import { typeMembers } from "./entries.ts";

/** The types that the values of most programs have. */
const common =
  "str bytes int float bool complex list tuple dict set frozenset range deque defaultdict Counter OrderedDict generator".split(
    " ",
  );

/** Whether a type of Python's own has an attribute; undefined for types that are not known here. */
export function hasMember(type: string, name: string): boolean | undefined {
  if (name.startsWith("__") || writtenInto.get(type) === name) return true;
  return type.startsWith("dict_") ? membersOfViews.has(name) : typeMembers(type)?.has(name);
}

/** What is no member of a type, and yet every object of it has: `open` writes it into each file. */
const writtenInto: ReadonlyMap<string, string> = new Map([["TextIOWrapper", "mode"]]);

/** Types of Python's own whose objects take attributes that a program makes up. */
const openTypes: ReadonlySet<string> = new Set([
  "Counter",
  "OrderedDict",
  "TextIOWrapper",
  "StringIO",
  "BytesIO",
]);

export function takesAttributes(type: string): boolean {
  return openTypes.has(type);
}

/** What the keys, values and items of a dict offer. */
const membersOfViews = new Set(["mapping", "isdisjoint"]);

/** The common types that do have an attribute, to tell what may have been meant. */
export function typesWith(name: string): string[] {
  return common.filter((type) => typeMembers(type)!.has(name));
}

/** How many arguments a method takes by position; undefined where that is not known. */
export function argumentsOf(
  type: string,
  method: string,
): Readonly<{ min: number; max: number }> | undefined {
  const parameters = typeMembers(type)?.get(method)?.parameters;
  if (!parameters) return undefined;
  const star = parameters.findIndex((each) => each.startsWith("*"));
  const placed = parameters.slice(0, star < 0 ? undefined : star).filter((each) => each !== "/");
  const takesMore = star >= 0 && /^\*\w/.test(parameters[star]!);
  return {
    min: placed.filter((each) => !each.endsWith("=")).length,
    max: takesMore ? Infinity : placed.length,
  };
}

/** What Python does by a method of a value's type. */
export type TypeOperation = "call" | "getitem" | "hash" | "iter" | "len" | "setitem";

/** Whether values of a type of Python's own never take an operation; false also for types that are not known here. */
export function lacks(type: string, operation: TypeOperation): boolean {
  const { operations } = libraryData();
  return Object.hasOwn(operations, type) && !operations[type]!.split(" ").includes(operation);
}

let changing: ReadonlySet<string> | undefined;

/** Whether a method of this name changes the list, dict, set or deque that it is called on. */
export function changesItsObject(name: string): boolean {
  changing ??= new Set(
    ["list", "dict", "set", "deque"]
      .flatMap((type) => [...typeMembers(type)!.values()])
      .flatMap((method) => (method.changes ? [method.name] : [])),
  );
  return changing.has(name);
}

/** Those of the common types that small programs call methods of. */
const called = ["str", "int", "float", "list", "tuple", "dict", "set", "deque"];

/** The type that a method of this name gives, whichever of these types it is called on; undefined where they differ. */
export function resultOfMethod(name: string): string | undefined {
  const methods = called.flatMap((type) => typeMembers(type)!.get(name) ?? []);
  const results = new Set(methods.map(({ kind, result }) => (kind === "function" ? result : undefined)));
  return results.size === 1 ? [...results][0] : undefined;
}
