import { stage } from "../../platform/tracing/stages.ts";
import type { Troubles } from "../../platform/troubles.ts";
import type { Types, TypesAnswer } from "../workers/type-checker/types.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Unsilenced } from "../findings/suppressions.ts";
import { toTypeFindings } from "./type-findings.ts";
import { readTypeMessage } from "./type-message.ts";

/** What mypy and CPython say of a text. */
export type TypeCheck = Readonly<{
  diagnostics: readonly StaticDiagnostic[];
  /** CPython refuses the text. */
  refusal: StaticDiagnostic | undefined;
  /** Which of the two did not finish. */
  lost: readonly ("mypy" | "python")[];
}>;

type TypeTools = Readonly<{ types: Types; troubles: Troubles }>;

/** A worker that fails or takes too long leaves the check incomplete; only the caller's own abort is an end. */
export async function checkTypes(
  { types, troubles }: TypeTools,
  unsilenced: Unsilenced,
  signal: AbortSignal,
): Promise<TypeCheck> {
  const { refusal, ...answer } = await stage("types", async () => types.check(unsilenced.text, signal));
  for (const { tool, error } of answer.failures) troubles.note(tool, error);
  return toTypeCheck(unsilenced, { ...answer, refusal });
}

/** The same of files that import each other, in the folder that their imports begin at. */
export async function checkTypesTogether(
  { types, troubles }: TypeTools,
  { texts, base }: Readonly<{ texts: ReadonlyMap<string, Unsilenced>; base: string }>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TypeCheck>> {
  const files = Object.fromEntries(Array.from(texts, ([path, { text }]) => [path, text]));
  const { messages, refusals, failures } = await stage("types", async () =>
    types.checkTogether({ files, base }, signal),
  );
  for (const { tool, error } of failures) troubles.note(tool, error);
  const said = messages && Map.groupBy(messages, fileOf);
  return new Map(
    Array.from(texts, ([path, unsilenced]) => {
      // A line that cannot be read may be about any of them.
      const heard = said && [...(said.get(path) ?? []), ...(said.get(undefined) ?? [])];
      return [path, toTypeCheck(unsilenced, { messages: heard, refusal: refusals?.[path], failures })];
    }),
  );
}

/** Where project_checker.py puts the files. */
const folder = "project/";

function fileOf(message: string): string | undefined {
  return readTypeMessage(message)[0]?.file?.slice(folder.length);
}

function toTypeCheck(
  { text, typeSuppressions }: Unsilenced,
  { messages, refusal, failures }: TypesAnswer,
): TypeCheck {
  if (refusal)
    return {
      diagnostics: [],
      refusal: { severity: "error", rule: "python:syntax", ...refusal },
      lost: [],
    };
  const findings = toTypeFindings(messages ?? [], { text, suppressions: typeSuppressions });
  const lost = failures.map(({ tool }) => tool);
  return {
    diagnostics: findings.diagnostics,
    refusal: undefined,
    lost: findings.isComplete || lost.includes("mypy") ? lost : [...lost, "mypy"],
  };
}
