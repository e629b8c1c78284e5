import type { Address, Hex } from "viem";
import { Fault } from "../../parts/faults.ts";
import type { AgentParts } from "../parts.ts";

/** Why a transaction is sent; decides what to do once it is mined. */
export type Purpose =
  | Readonly<{ kind: "deliver"; mech: Address; ids: readonly Hex[] }>
  | Readonly<{ kind: "settle signed"; mech: Address; ids: readonly Hex[] }>
  | Readonly<{ kind: "respond"; ids: readonly Hex[] }>
  | Readonly<{ kind: "collect"; mech: Address }>
  | Readonly<{ kind: "withdraw"; mech: Address; amountWei: string; token?: Address }>
  /** Only uses up its nonce, so that later transactions can be mined. */
  | Readonly<{ kind: "fill" }>;

/** A signed transaction that may have been sent. Amounts are decimal text. */
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

/** The max number of transactions under way. */
export const maxPending = 4;

/** Our account's transactions under way, by nonce. Each is stored here before it is sent, and until it is concluded. */
export type Outbox = Readonly<{
  version: number;
  pending: readonly Pending[];
  collectedWei: bigint;
  /** By the token's address in lower case, decimal text. */
  collectedTokens: Readonly<Record<string, string>>;
  /** The nonce after our newest transaction; the chain's is higher where another program uses the account. */
  nextNonce?: number | undefined;
}>;

type Needs = Pick<AgentParts, "store" | "market" | "account">;

export async function readOutbox(parts: Needs): Promise<Outbox> {
  const note = await parts.store.readNote(nameOf(parts));
  if (note === undefined) return { version: 0, pending: [], collectedWei: 0n, collectedTokens: {} };
  const {
    pending,
    collectedWei,
    collectedTokens = {},
    nextNonce,
  } = JSON.parse(note.text) as {
    // One or none, as versions before this one wrote it.
    pending: readonly Pending[] | Pending | null;
    collectedWei: string;
    collectedTokens?: Outbox["collectedTokens"];
    nextNonce?: number;
  };
  return {
    version: note.version,
    pending: [pending ?? []].flat(),
    collectedWei: BigInt(collectedWei),
    collectedTokens,
    nextNonce,
  };
}

/** Stores the outbox: before a transaction is broadcast, and after it is concluded. Fails if another process wrote it. */
export async function writeOutbox(parts: Needs, outbox: Outbox): Promise<Outbox> {
  const { pending, collectedWei, collectedTokens, nextNonce } = outbox;
  const text = JSON.stringify({ pending, collectedWei: String(collectedWei), collectedTokens, nextNonce });
  const name = nameOf(parts);
  if ((await parts.store.writeNote({ name, version: outbox.version, text })) === "stale") {
    throw new Fault("chain_unavailable", { message: "Another replica is sending." });
  }
  return { ...outbox, version: outbox.version + 1 };
}

/** The requests that a transaction under way delivers. */
export function idsUnderWay({ pending }: Pick<Outbox, "pending">): ReadonlySet<Hex> {
  return new Set(pending.flatMap(({ purpose }) => ("ids" in purpose ? purpose.ids : [])));
}

function nameOf({ market, account }: Needs): string {
  // Nonces are counted by chain, whichever marketplace they are used for.
  return `outbox:${market.chainId}:${account.address.toLowerCase()}`;
}
