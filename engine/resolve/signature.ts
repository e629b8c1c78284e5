import { signature as read } from "../values/signature.ts";
import type { Given } from "./machine.ts";
import type { PossibleValues } from "./value.ts";

/** The values of a call by the names of the parameters. */
export type Matched = ReadonlyMap<string, PossibleValues>;

/** Reads a call as a function with these parameters does; undefined also when nobody knows all it gives. */
export function signature(parameters: string): (given: Given) => Matched | undefined {
  const match = read(parameters);
  return (given) => (given.isOpen ? undefined : match(given));
}
