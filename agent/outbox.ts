import type { Address, Hex } from "viem";
import { Fault } from "../service/faults.ts";
import type { AgentParts } from "./parts.ts";

/** Why a transaction is sent, and what is to be done once it is mined. */
export type Purpose =
  | Readonly<{ kind: "deliver"; mech: Address; ids: readonly Hex[] }>
  | Readonly<{ kind: "settle signed"; mech: Address; ids: readonly Hex[] }>
  | Readonly<{ kind: "collect"; mech: Address }>
  | Readonly<{ kind: "withdraw"; mech: Address; amountWei: string }>;

/** A transaction that was signed and may be on its way. Amounts are decimal text. */
export type Pending = Readonly<{
  purpose: Purpose;
  to: Address;
  data: Hex;
  nonce: number;
  gas: string;
  maxFeeWei: string;
  tipWei: string;
  /** Every version that was ever signed for this nonce, oldest first; any of them may be mined. */
  hashes: readonly Hex[];
  /** The newest version. */
  raw: Hex;
  firstSentAtMs: number;
  sentAtMs: number;
  /** When its nonce was first seen used without a receipt of ours. */
  usedAtMs?: number;
}>;

/** What our account has under way: at most one transaction, so that a nonce is never used for two things. */
export type Outbox = Readonly<{ version: number; pending: Pending | null; collectedWei: bigint }>;

type Needs = Pick<AgentParts, "store" | "market" | "account">;

export async function readOutbox(parts: Needs): Promise<Outbox> {
  const note = await parts.store.readNote(nameOf(parts));
  if (note === undefined) return { version: 0, pending: null, collectedWei: 0n };
  const { pending, collectedWei } = JSON.parse(note.text) as {
    pending: Pending | null;
    collectedWei: string;
  };
  return { version: note.version, pending, collectedWei: BigInt(collectedWei) };
}

/** Written before a transaction is broadcast and after it was dealt with. A second writer is turned away. */
export async function writeOutbox(parts: Needs, outbox: Outbox): Promise<Outbox> {
  const text = JSON.stringify({ pending: outbox.pending, collectedWei: String(outbox.collectedWei) });
  const name = nameOf(parts);
  if ((await parts.store.writeNote({ name, version: outbox.version, text })) === "stale") {
    throw new Fault("chain_unavailable", { message: "Another replica is sending." });
  }
  return { ...outbox, version: outbox.version + 1 };
}

function nameOf({ market, account }: Needs): string {
  // Nonces are counted by chain, whichever marketplace they are used for.
  return `outbox:${market.chainId}:${account.address.toLowerCase()}`;
}
