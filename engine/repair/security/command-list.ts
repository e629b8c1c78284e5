import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { pathOf } from "./library-path.ts";
import { literalSource, otherQuote } from "./literal-source.ts";
import { readWords, type ShellWord } from "./shell-words.ts";
import type { Hole } from "./template.ts";
import { readTemplate } from "./text-template.ts";
import { lastName } from "../../tree/written-names.ts";
import { annotationOf } from "../../program/only-binding.ts";

/** A command for a shell as a list of its words, where it is the same command. */
export function commandList(program: RepairableProgram, command: Expression): string | undefined {
  const { text, holes } = templateOf(program, command) ?? { text: "", holes: [] };
  const words = readWords(text);
  if (!words) return undefined;
  const quote = /["']/.exec(program.source(command))![0];
  const waiting = [...holes];
  const written = words.map((word) => {
    const taken = waiting.splice(0, word.text.split("\0").length - 1);
    return taken.length === 0 ? quoted(word.text, quote) : withValues(program, word, taken, quote);
  });
  return written.includes(undefined) ? undefined : `[${written.join(", ")}]`;
}

function templateOf(
  program: RepairableProgram,
  command: Expression,
): Readonly<{ text: string; holes: readonly Hole[] }> | undefined {
  if (command.kind !== "Constant") return readTemplate(program, command);
  if (command.value.type !== "str") return undefined;
  const source = literalSource(program, command);
  const isWritten = source?.body === command.value.value && !source.body.includes("\0");
  return isWritten ? { text: source.body, holes: [] } : undefined;
}

function quoted(word: string, quote: string): string | undefined {
  const fitting = [quote, otherQuote(quote)].find((each) => !word.includes(each));
  return fitting === undefined ? undefined : fitting + word + fitting;
}

/** A word with values in it: the value itself, or an f-string of one word. */
function withValues(
  program: RepairableProgram,
  { text, isQuoted }: ShellWord,
  holes: readonly Hole[],
  quote: string,
): string | undefined {
  if (!holes.every(({ value }) => isSimple(program, value) && (isQuoted || isOneWord(program, value))))
    return undefined;
  const sources = holes.map(({ value }) => program.source(value));
  if (text === "\0") return isText(program, holes[0]!.value) ? sources[0] : `str(${sources[0]})`;
  if (/[{}'"]/.test(text) || sources.some((source) => /[{}'"]/.test(source))) return undefined;
  let next = 0;
  return `f${quote}${text.replaceAll("\0", () => `{${sources[next++]!}}`)}${quote}`;
}

function isSimple(program: RepairableProgram, value: Expression): boolean {
  return (
    (value.kind === "Name" ||
      value.kind === "Attribute" ||
      value.kind === "Subscript" ||
      isNumber(program, value)) &&
    !/[\r\n#]/.test(program.source(value))
  );
}

/** What is called so is one word, and nothing that a shell would expand. */
const oneWord =
  /(?:^|_)(?:host|hostname|ip|ip_?addr(?:ess)?|domain|url|port|branch|tag|commit|user|username|service|container|image|package|module|repo|repository|db|database|pid|interface|email|version|number|count|size|width|height|timeout)(?:_?(?:name|id))?$/i;

function isOneWord(program: RepairableProgram, value: Expression): boolean {
  if (isNumber(program, value)) return true;
  const name = lastName(value);
  return oneWord.test(name);
}

function isNumber(program: RepairableProgram, value: Expression): boolean {
  if (value.kind === "Call")
    return /^builtins\.(?:int|len|round|abs)$/.test(pathOf(program, value.func) ?? "");
  return value.kind === "Name" && /^(?:int|float)$/.test(typeOf(program, value) ?? "");
}

function isText(program: RepairableProgram, value: Expression): boolean {
  return value.kind === "Name" && typeOf(program, value) === "str";
}

function typeOf(program: RepairableProgram, name: Extract<Expression, { kind: "Name" }>): string | undefined {
  const annotation = annotationOf(program.facts, name);
  return annotation && program.source(annotation);
}
