import { typeMembers, type LibraryEntry } from "./entries.ts";

/** The types that the values of most programs have. */
const common =
  "str bytes int float bool complex list tuple dict set frozenset range deque defaultdict Counter OrderedDict generator".split(
    " ",
  );

/** Whether a type of Python's own has an attribute; undefined for types that are not known here. */
export function hasMember(type: string, name: string): boolean | undefined {
  return name.startsWith("__") ? true : typeMembers(type)?.has(name);
}

/** The common types that do have an attribute, to tell what may have been meant. */
export function typesWith(name: string): string[] {
  return common.filter((type) => typeMembers(type)!.has(name));
}

/** How many arguments a method takes by position; undefined where that is not known. */
export function argumentsOf(
  type: string,
  method: string,
): Readonly<{ least: number; most: number }> | undefined {
  const parameters = typeMembers(type)?.get(method)?.parameters;
  if (!parameters) return undefined;
  const star = parameters.findIndex((each) => each.startsWith("*"));
  const placed = parameters.slice(0, star < 0 ? undefined : star).filter((each) => each !== "/");
  const takesMore = star >= 0 && /^\*\w/.test(parameters[star]!);
  return {
    least: placed.filter((each) => !each.endsWith("=")).length,
    most: takesMore ? Infinity : placed.length,
  };
}

/** The methods of some types that fit. */
export function methodsOf(
  types: readonly string[],
  fits: (method: LibraryEntry) => boolean,
): ReadonlySet<string> {
  const methods = types.flatMap((type) => [...typeMembers(type)!.values()]);
  return new Set(methods.filter((each) => each.kind === "function" && fits(each)).map(({ name }) => name));
}
