import type { Types } from "../parts/types/types.ts";
import type { Unsilenced } from "./suppressions.ts";
import { toTypeFindings } from "./type-findings.ts";
import type { Diagnostic } from "./verdict.ts";

/** What mypy and CPython say of a text. */
export type TypeCheck = Readonly<{
  diagnostics: readonly Diagnostic[];
  /** CPython refuses the text. */
  refusal: Diagnostic | undefined;
  isComplete: boolean;
}>;

/** A worker that fails or takes too long leaves the check incomplete; only the caller's own abort is an end. */
export async function checkTypes(
  types: Types,
  { text, typeSuppressions }: Unsilenced,
  signal: AbortSignal,
): Promise<TypeCheck> {
  try {
    const { messages, refusal } = await types.check(text, signal);
    return {
      ...toTypeFindings(messages, { text, suppressions: typeSuppressions }),
      refusal: refusal ? { severity: "error", rule: "python:syntax", ...refusal } : undefined,
    };
  } catch {
    signal.throwIfAborted();
    return { diagnostics: [], refusal: undefined, isComplete: false };
  }
}
