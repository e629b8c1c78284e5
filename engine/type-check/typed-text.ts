import { functionStarts, testedNames } from "./tested-names.ts";
import type { TypeMessage } from "./type-message.ts";

/** A text that mypy has looked at, as far as doubts about what it said need to know it. */
export type TypedText = Readonly<{
  /** The line of a message, "" where it is too long to be read for each of them. */
  lineOf(message: TypeMessage): string;
  /** The expression that a message is about; "" where that cannot be told. */
  sourceOf(message: TypeMessage): string;
  /** All that is said with the same code at the place of this one: mypy has a message for each member of a union that fails. */
  placeOf(message: TypeMessage): Readonly<{ count: number; hints: string }>;
  /** Whether a name in this type is a type variable of the text. */
  namesTypeVariable(type: string): boolean;
  /** Whether the line of a message has a variable that is given values of different types. */
  isOfManyTypes(message: TypeMessage): boolean;
  /** Whether what may be None here by its type is an attribute, set elsewhere, or is tested in the same function. */
  mayRuleOutNone(message: TypeMessage): boolean;
  /** Whether the line of a message has a variable that some function declares `global` or `nonlocal`, to set it. */
  isSetByOthers(message: TypeMessage): boolean;
  /** Whether the line of a message has a variable that its function sets to None. */
  isSetToNone(message: TypeMessage): boolean;
}>;

const typeVariables = [
  /\b(\w+)\s*=\s*(?:\w+\.)?(?:TypeVar|ParamSpec|TypeVarTuple)\(/g,
  /\b(?:def|class|type)\s+\w+\s*\[([^\]\n]{1,200})\]/g,
];
const declaration = /^[ \t]*(?:global|nonlocal)[ \t]+([\w, \t]{1,500})/gm;
const noneAssigned = /^[ \t]*([A-Za-z_]\w*)[ \t]*(?::[^=]*)?=[ \t]*None\b/;
/** There may be thousands of messages about one long expression. */
const [maxLineLength, maxLines] = [1000, 20];

export function readTypedText(text: string, messages: readonly TypeMessage[]): TypedText {
  const lines = text.split(/\r\n|\r|\n/);
  const places = new Map(
    Array.from(Map.groupBy(messages, keyOf), ([key, said]) => [
      key,
      { count: said.length, hints: said.map(({ hint }) => hint?.slice(0, maxLineLength) ?? "").join("\n") },
    ]),
  );
  const starts = functionStarts(lines);
  const testedIn = testedNames(lines, starts);
  const redefined = new Set(messages.filter(({ code }) => code === "assignment").flatMap(targetsOf));
  const variables = new Set(
    typeVariables.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([, names]) => names!.match(/\b[A-Za-z_]\w*/g) ?? []).flat(),
    ),
  );

  const setToNone = new Set(
    lines.flatMap((line, at) => {
      const name = noneAssigned.exec(line.slice(0, maxLineLength))?.[1];
      return name === undefined ? [] : [`${name} ${starts[at]}`];
    }),
  );
  const setByOthers = new Set(
    Array.from(text.matchAll(declaration), ([, names]) =>
      names!.split(",").map((name) => name.trim()),
    ).flat(),
  );

  function lineOf({ line }: TypeMessage): string {
    const source = lines[line - 1] ?? "";
    return source.length > maxLineLength ? "" : source;
  }

  function sourceOf({ line, column, end_line, end_column }: TypeMessage): string {
    const end = end_line ?? line;
    const spanned = end - line < maxLines ? lines.slice(line - 1, end) : [];
    // Mypy's columns are right on lines of ASCII alone.
    const isReadable = spanned.every((each) => each.length <= maxLineLength && /^[\0-\x7f]*$/.test(each));
    if (spanned.length === 0 || !isReadable) return "";
    spanned.push(spanned.pop()!.slice(0, end_column ?? undefined));
    return spanned.join("\n").slice(column);
  }

  /** A variable belongs to its function, an attribute to the whole text. */
  function variable(name: string, { line }: TypeMessage): string {
    return name.includes(".") ? name : `${name} ${starts[line - 1]}`;
  }

  function targetsOf(message: TypeMessage): string[] {
    const [target = ""] = lineOf(message).split(/=(?!=)/, 1);
    return valuesIn(target).map((name) => variable(name, message));
  }

  return {
    lineOf,
    sourceOf,
    placeOf: (message) => places.get(keyOf(message)) ?? { count: 1, hints: message.hint ?? "" },
    namesTypeVariable: (type) => (type.match(/\b[A-Za-z_]\w*/g) ?? []).some((name) => variables.has(name)),
    isOfManyTypes: (message) =>
      valuesIn(lineOf(message)).some((name) => redefined.has(variable(name, message))),
    isSetToNone: (message) =>
      valuesIn(lineOf(message)).some((name) => setToNone.has(variable(name, message))),
    isSetByOthers: (message) => valuesIn(lineOf(message)).some((name) => setByOthers.has(name)),
    mayRuleOutNone: (message) => {
      // Of an operator mypy may point at one of its operands only.
      const values = valuesIn(message.code === "operator" ? lineOf(message) : sourceOf(message));
      const tested = testedIn(starts[message.line - 1]!);
      return values.some((value) => value.includes(".") || tested.has(value));
    },
  };
}

function keyOf({ line, column, code }: TypeMessage): string {
  return `${line}:${column} ${code}`;
}

/** The names in a piece of source, dotted ones as a whole, and none that is called. */
function valuesIn(source: string): string[] {
  return source.replaceAll(/(["']).*?\1/g, "").match(/\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\b(?!\s*\()/g) ?? [];
}
