import type { Troubles } from "../../platform/troubles.ts";
import type { Types } from "../workers/type-checker/types.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Unsilenced } from "../findings/suppressions.ts";
import { toTypeFindings } from "./type-findings.ts";

/** What mypy and CPython say of a text. */
export type TypeCheck = Readonly<{
  diagnostics: readonly StaticDiagnostic[];
  /** CPython refuses the text. */
  refusal: StaticDiagnostic | undefined;
  /** Which of the two did not finish. */
  lost: readonly ("mypy" | "python")[];
}>;

/** A worker that fails or takes too long leaves the check incomplete; only the caller's own abort is an end. */
export async function checkTypes(
  { types, troubles }: { types: Types; troubles: Troubles },
  { text, typeSuppressions }: Unsilenced,
  signal: AbortSignal,
): Promise<TypeCheck> {
  const { messages, refusal, failures } = await types.check(text, signal);
  for (const { tool, error } of failures) troubles.note(tool, error);
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
