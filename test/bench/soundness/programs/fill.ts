import type { Dice } from "../../../support/dice.ts";
import { readLists } from "./templates.ts";

/** How an object of some kind can be changed: `@` stands for it. */
type Operations = Readonly<{ expressions: readonly string[]; statements: readonly string[] }>;

const lists = readLists("./operations.txt");

function operationsOn(kind: string): Operations {
  const of = (what: string): readonly string[] => lists.get(`${kind} ${what}`) ?? [];
  return { expressions: of("expressions"), statements: of("statements") };
}

export const changeableKinds = ["list", "dict", "set", "deque", "object"];

/** Names that no other part of the program has. */
export type FreshNames = { used: number };

/**
 * Fills a template: `do(x)` on a line of its own and `call(x)` inside one become a change of `x`, `$X` the object,
 * `$n` and `$s` a number and a text, any other `$word` a new name.
 */
export function fill(
  dice: Dice,
  fresh: FreshNames,
  text: string,
  { path = "", kind = "list" }: Readonly<{ path?: string; kind?: string }> = {},
): string {
  const { expressions, statements } = operationsOn(kind);
  const expression = expressions.length > 0 ? dice.pick(expressions) : "len(@)";
  const isInline = /\bcall\(/.test(text);
  const statement = isInline || dice.below(2) === 0 ? expression : dice.pick([expression, ...statements]);
  const changed = text
    .replaceAll(/^(\s*)do\((.*)\)$/gm, (_, indent: string, target: string) => indent + on(target, statement))
    .replaceAll(/\bcall\(([^()]*)\)/g, (_, target: string) => on(target, expression))
    .replaceAll("$X", path);
  const names = new Map<string, string>();
  return changed.replaceAll(/\$(\w+)/g, (_, word: string) => {
    if (word === "n") return String(dice.below(10));
    if (word === "s") return JSON.stringify(dice.pick(["a", "b", "c", "d", "e"]));
    const name = names.get(word) ?? `${word}${(fresh.used += 1)}`;
    names.set(word, name);
    return name;
  });
}

function on(target: string, operation: string): string {
  return operation.replaceAll("@", target);
}
