import type { Arguments, Call } from "../../tree/nodes.ts";
import { at, level, list, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { writeItems } from "./displays.ts";
import { isPure } from "./pure.ts";

/** The arguments of a call placed as a function of the runtime library takes them; undefined when they do not fit. */
export function placeInLibrary(
  parameters: readonly string[],
  call: Call,
  context: EmitContext,
): (EmittedCode | undefined)[] | undefined {
  const slots = parameters.filter((one) => one !== "/" && one !== "*");
  const keywordOnly = parameters.findIndex((one) => one === "*" || /^\*\w/.test(one));
  const positionalOnly = parameters.indexOf("/");
  const star = slots.findIndex((one) => /^\*\w/.test(one));
  const positional =
    star >= 0
      ? star
      : keywordOnly >= 0
        ? parameters.slice(0, keywordOnly).filter((one) => one !== "/").length
        : slots.filter((one) => !one.startsWith("**")).length;
  const placed: (EmittedCode | undefined)[] = slots.map(() => undefined);
  const before = call.args.slice(0, positional);
  if (before.some(({ kind }) => kind === "Starred") || (star < 0 && call.args.length > positional))
    return undefined;
  for (const [index, value] of before.entries()) placed[index] = context.expression(value);
  if (star >= 0) placed[star] = tight(`[${writeItems(call.args.slice(positional), context)}]`);
  const named: string[] = [];
  for (const keyword of call.keywords) {
    if (keyword.arg === undefined || keyword.arg === null) return undefined;
    const slot = slots.findIndex((one) => one.replace(/=$/, "") === keyword.arg);
    const only = parameters.findIndex((one) => one.replace(/=$/, "") === keyword.arg) < positionalOnly;
    if (slot >= 0 && !only && placed[slot] === undefined) placed[slot] = context.expression(keyword.value);
    else if (slots.at(-1)?.startsWith("**") && slot < 0)
      named.push(`["${keyword.arg}", ${at(context.expression(keyword.value), level.loose)}]`);
    else return undefined;
  }
  if (named.length > 0) placed[slots.length - 1] = tight(`${context.use("Dict")}.of([${named.join(", ")}])`);
  const missing = slots.some(
    (one, index) => placed[index] === undefined && !one.endsWith("=") && !one.startsWith("*"),
  );
  return missing || !keepsOrder(call, slots, context) ? undefined : placed;
}

/** Named arguments are evaluated in the order they are written, which placing them must not change. */
function keepsOrder(call: Call, names: readonly string[], context: EmitContext): boolean {
  const places = call.keywords
    .filter(({ value }) => !isPure(value, context))
    .map(({ arg }) => names.findIndex((one) => one.replace(/=$/, "") === arg));
  return places.every((place, index) => index === 0 || place >= places[index - 1]!);
}

/** The arguments of a call in the order of a function's own parameters; undefined when only a run can tell. */
export function placeInOrder(
  args: Arguments,
  call: Call,
  context: EmitContext,
  skip: 0 | 1,
): (EmittedCode | undefined)[] | undefined {
  if (!isPlain(args)) return undefined;
  const positional = [...args.posonlyargs, ...args.args].slice(skip);
  const optional = args.defaults.length;
  if (
    call.args.some(({ kind }) => kind === "Starred") ||
    call.keywords.some(({ arg }) => arg === undefined || arg === null)
  )
    return undefined;
  if (call.args.length > positional.length && !args.vararg) return undefined;
  const placed: (EmittedCode | undefined)[] = positional.map(() => undefined);
  for (const [index, value] of call.args.entries()) placed[index] = context.expression(value);
  for (const { arg, value } of call.keywords) {
    const index = positional.findIndex((one) => one.arg === arg);
    if (index < Math.max(0, args.posonlyargs.length - skip) || placed[index] !== undefined) return undefined;
    placed[index] = context.expression(value);
  }
  const missing = placed.slice(0, Math.max(0, positional.length - optional)).some((one) => one === undefined);
  return missing ||
    !keepsOrder(
      call,
      positional.map(({ arg }) => arg),
      context,
    )
    ? undefined
    : placed;
}

/** Parameters that JavaScript has too: by position, with defaults, a rest. */
export function isPlain(args: Arguments): boolean {
  return args.kwonlyargs.length === 0 && !args.kwarg;
}

/** The arguments of a call whose function is not known: an array and an object of names. */
export function writeDynamic(call: Call, context: EmitContext): { values: string; named: string } {
  const values = writeItems(call.args, context);
  const named = call.keywords.map(({ arg, value }) => {
    const code = at(context.expression(value), level.loose);
    if (arg === undefined || arg === null) return `...${context.use("spreadNamed")}(${code})`;
    // Written plainly, this one name would set the prototype of the object.
    return arg === "__proto__" ? `["__proto__"]: ${code}` : `${arg}: ${code}`;
  });
  const spreads = call.keywords.filter(({ arg }) => arg === undefined || arg === null).length;
  if (spreads > 0 && call.keywords.length > 1)
    return {
      values,
      named: `${context.use("mergeNamed")}(${named.map((one) => (one.startsWith("...") ? one.slice(3) : `{ ${one} }`)).join(", ")})`,
    };
  if (spreads === 1) return { values, named: named[0]!.slice(3) };
  return { values, named: named.length === 0 ? "" : `{ ${named.join(", ")} }` };
}

export function writeList(values: readonly (EmittedCode | undefined)[]): string {
  const texts = [...values];
  while (texts.length > 0 && texts.at(-1) === undefined) texts.pop();
  return list(texts.map((one) => one ?? tight("undefined")));
}
