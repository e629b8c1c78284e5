import { setImmediate as afterOthers } from "node:timers/promises";
import { createHash } from "node:crypto";
import { privateKeyToAccount, type LocalAccount } from "viem/accounts";
import type { Job } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import type { Clock } from "../../../platform/clock.ts";
import { withoutHalfCharacters } from "./half-characters.ts";
import { digestOfRequest, digestOfVerdict, receiptData } from "./statement.ts";

/** How an answer was paid for, and by which entrance its request came. */
export type Served = Readonly<{ payment: string; entrance: Entrance }>;
export type Entrance = "http" | "mcp" | "a2a" | "x402";

/** Signs what is answered. */
export type Receipts = Readonly<{
  signer: `0x${string}`;
  /** The verdict, and what is told beside it, with a receipt: the same key signs for every process on one store. */
  sign<Told extends Verdict>(verdict: Told, job: Job, served: Served): Promise<Told>;
  /** Signs something else with the same key (EIP-712). Its domain must differ from that of a receipt of ours. */
  signTypedData: LocalAccount["signTypedData"];
}>;

type Needs = Readonly<{
  clock: Clock;
  /** The operator's own key, where one is configured. */
  privateKey: `0x${string}` | undefined;
  /** Kept by the store; the key is derived from it where the operator gives none. */
  secret: string;
}>;

export function openReceipts({ clock, privateKey, secret }: Needs): Receipts {
  const account = privateKeyToAccount(privateKey ?? derive(secret));
  return {
    signer: account.address,
    signTypedData: account.signTypedData,
    sign: async (judged, job, { payment, entrance }) => {
      // A large verdict takes a while to write, twice: others go between.
      await afterOthers();
      const verdict = withoutHalfCharacters(judged);
      const statement = {
        request_sha256: digestOfRequest(job),
        verdict_sha256: digestOfVerdict(verdict),
        mode: job.mode,
        payment,
        entrance,
        issued_at: Math.floor(clock.now() / 1000),
      };
      const signature = await account.signTypedData(receiptData(statement));
      const receipt = { signer: account.address, signature, ...statement };
      return { ...verdict, meta: { ...verdict.meta, receipt } };
    },
  };
}

function derive(secret: string): `0x${string}` {
  return `0x${createHash("sha256").update(`assay receipt key ${secret}`).digest("hex")}`;
}
