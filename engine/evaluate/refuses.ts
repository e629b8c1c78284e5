import { lacks, type TypeOperation } from "../library/types.ts";
import { own } from "../text/own.ts";
import { textType } from "./by-use.ts";

/** Types of which less is known than Python has, each with one of those that it may be: they take the same. */
const standsFor: Readonly<Record<string, string>> = {
  number: "int",
  iterator: "generator",
  [textType]: "str",
};

/** Whether no value of a type takes an operation. */
export function refuses(type: string, operation: TypeOperation): boolean {
  return lacks(own(standsFor, type) ?? type, operation);
}
