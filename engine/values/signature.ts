/** What a call gives, by its places and its names. */
export type GivenArguments<Value> = Readonly<{
  args: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
}>;

/**
 * Reads a call as a function with these parameters does: `a b? / c? * d?`, where `?` marks one with a default, what
 * stands before `/` has no name, and what stands behind `*` has no place. Undefined when the call does not fit.
 */
export function signature(
  parameters: string,
): <Value>(given: GivenArguments<Value>) => ReadonlyMap<string, Value> | undefined {
  const names: string[] = [];
  const required = new Set<string>();
  const unnamed = new Set<string>();
  let places = Infinity;
  for (const word of parameters.split(" ")) {
    const name = word.replace("?", "");
    if (word === "/") for (const one of names) unnamed.add(one);
    else if (word === "*") places = names.length;
    else if (word !== "") {
      names.push(name);
      if (!word.endsWith("?")) required.add(name);
    }
  }
  return ({ args, keywords }) => {
    if (args.length > Math.min(places, names.length)) return undefined;
    const matched = new Map(args.map((value, at) => [names[at]!, value]));
    for (const [name, value] of keywords) {
      if (!names.includes(name) || unnamed.has(name) || matched.has(name)) return undefined;
      matched.set(name, value);
    }
    for (const name of required) if (!matched.has(name)) return undefined;
    return matched;
  };
}
