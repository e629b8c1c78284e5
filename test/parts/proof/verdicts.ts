import { privateKeyToAccount } from "viem/accounts";
import type { VerdictDocument } from "../../../parts/proof/verdict-document.ts";
import { writeSignedDocument } from "../../../parts/proof/verdict-signature.ts";

export const signer = privateKeyToAccount(`0x${"1f".repeat(32)}`);

type Unsigned = Omit<VerdictDocument, "signer" | "signature">;

/** An answer to a request, as the agent writes it. */
export function aVerdict(changes: Partial<Unsigned> = {}): Unsigned {
  return {
    chainId: 31337,
    marketplace: "0x735FAAb1c4Ec41128c367AFb5c3baC73509f70bB",
    mech: "0x8b299c20f87e3fcbff0e1b86dc0acc06ab6993ef",
    requestId: 2n ** 256n - 189n,
    tool: "python_code_validator",
    mode: "static",
    requestCid: "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq",
    result: JSON.stringify({ valid: true, score: 1, message: 'é "quoted" \u0000' }),
    prompt: "print('hello')\n",
    executedAt: "2026-11-15T12:00:00.000Z",
    latencyMs: 12,
    isOffchain: false,
    service: { name: "assay", version: "1.29.0" },
    ...changes,
  };
}

export async function aSignedDocument(changes: Partial<Unsigned> = {}, by = signer): Promise<string> {
  return writeSignedDocument(by, aVerdict(changes));
}
