import type { Fault, FaultCode } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import type { Credential } from "../../caller/identify.ts";

const uncovered: ReadonlySet<FaultCode> = new Set(["payment_required", "quota_exhausted"] as const);

/** Whether what nobody's key pays for can be paid by itself. A key that is sent must be a good one all the same. */
export function canBePaidAlone(
  { x402 }: Pick<Parts, "x402">,
  { secret }: Pick<Credential, "secret">,
  { code }: Fault,
): boolean {
  const isKeyless = code === "unauthorized" && secret === undefined;
  return x402 !== undefined && (isKeyless || uncovered.has(code));
}
