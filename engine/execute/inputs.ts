import { readTree } from "../tree/tree.ts";
import { perturb } from "./perturb.ts";

/** Few inputs are wanted, and callers write the examples: what is read and made of them stays within a few milliseconds. */
const maxLength = 500;
const maxExpressions = 20;
const maxArguments = 8;

/** Inputs of the shapes that the examples have: their own arguments made a little different, and those of one put into another. */
export function inputsLike(examples: readonly string[], max: number): string[] {
  const expressions = examples.filter(({ length }) => length <= maxLength).slice(0, maxExpressions);
  const groups = [
    ...expressions.map((expression) => spread(perturb(expression, Infinity))),
    spread(mixed(expressions)),
  ];
  const written = new Set(examples);
  const inputs = new Set<string>();
  for (let at = 0; inputs.size < max && groups.some((group) => at < group.length); at += 1) {
    for (const group of groups) {
      const input = group[at];
      if (input !== undefined && !written.has(input) && inputs.size < max) inputs.add(input);
    }
  }
  return [...inputs];
}

const goldenRatio = 0.618_033_988_749_894_9;

/** The same in an order of which any beginning comes from everywhere. */
export function spread<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, at) => ({ item, place: (at * goldenRatio) % 1 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

type WrittenCall = Readonly<{
  text: string;
  callee: string;
  args: readonly { start: number; end: number }[];
}>;

/** Each call with one of its arguments taken from another call of the same function. */
function mixed(expressions: readonly string[]): string[] {
  const calls = expressions.flatMap((text) => readCall(text) ?? []);
  return calls.flatMap((call) =>
    calls
      .filter((other) => other.callee === call.callee && other.args.length === call.args.length)
      .flatMap((other) =>
        call.args.slice(0, maxArguments).map(({ start, end }, at) => {
          const { start: from, end: to } = other.args[at]!;
          return call.text.slice(0, start) + other.text.slice(from, to) + call.text.slice(end);
        }),
      ),
  );
}

function readCall(text: string): WrittenCall | undefined {
  const [statement] = readTree(text)?.module.body ?? [];
  const value = statement?.kind === "Expr" ? statement.value : undefined;
  if (value?.kind !== "Call" || value.args.length < 2) return undefined;
  return { text, callee: text.slice(value.func.start, value.func.end), args: value.args };
}
