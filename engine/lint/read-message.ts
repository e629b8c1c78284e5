import type { DataOf, FindingData } from "../findings/data.ts";

type RuffReading = readonly [RegExp, (groups: readonly string[]) => FindingData];

/** What ruff's rules say that repairs need; nobody else reads its messages. */
const readings: ReadonlyMap<string, RuffReading> = new Map<string, RuffReading>([
  ["F401", [/^`([^`]+)` imported but unused/, ([name]) => ({ kind: "unused import", name: name! })]],
  ["F504", [/^[^:]*unused named arguments?(?:\(s\))?: (.+)$/, unusedArguments]],
  ["F522", [/^[^:]*unused named arguments?(?:\(s\))?: (.+)$/, unusedArguments]],
  ["F523", [/^[^:]*unused arguments? at positions?(?:\(s\))?: (.+)$/, unusedArguments]],
  ["F811", [/^Redefinition of unused .+ from line (\d+)/, redefinition]],
  ["F821", [/^Undefined name `([^`]+)`/, ([name]) => ({ kind: "undefined name", name: name! })]],
  ["F823", [/^Local variable `([^`]+)`/, ([name]) => ({ kind: "unbound name", name: name! })]],
]);

const syntaxProblems: readonly [RegExp, DataOf<"syntax problem">["problem"]][] = [
  [/^unindent does not match/, "uneven dedent"],
  [/^Unexpected indentation$/, "unexpected indent"],
  [/^Expected an indented block after/, "missing block"],
  [/^Expected `:`/, "missing colon"],
  [/^Trailing comma not allowed$/, "trailing comma"],
  [/^Expected `except` or `finally`/, "open try"],
  [/^unexpected EOF/, "unexpected end"],
];

/** What a finding of ruff is about, where a repair needs to know. */
export function readMessage(code: string, message: string): FindingData | undefined {
  if (code === "invalid-syntax") return readSyntaxProblem(message);
  const reading = readings.get(code);
  const said = reading?.[0].exec(message);
  return said ? reading![1](said.slice(1)) : undefined;
}

/** Whether ruff itself words what it found as harmless for now. */
export function seemsSafe(message: string): boolean {
  return message.includes("seems safe");
}

function readSyntaxProblem(message: string): FindingData {
  const [, problem = "other"] = syntaxProblems.find(([pattern]) => pattern.test(message)) ?? [];
  return { kind: "syntax problem", problem, isIndentation: /indent/i.test(message) };
}

function unusedArguments([listed]: readonly string[]): FindingData {
  return { kind: "unused arguments", listed: listed!.split(", ") };
}

function redefinition([line]: readonly string[]): FindingData {
  return { kind: "redefinition", firstLine: Number(line) };
}
