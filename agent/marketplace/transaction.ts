import { TransactionReceiptNotFoundError, type Hex, type TransactionReceipt } from "viem";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { Fault } from "../../parts/faults.ts";
import { maxPending, writeOutbox, type Outbox, type Pending, type Purpose } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import type { OperatorCall } from "./operator-call.ts";
import { broadcast, prepare, readGasMarket, replace } from "./signed-transaction.ts";

type Needs = Pick<AgentParts, "config" | "store" | "market" | "account" | "clock" | "log">;

/** Chains refuse transactions with a higher gas limit. */
const maxGas = 16_000_000n;
/** A node that has seen a nonce used is given this long to show the receipt. */
const receiptPatienceMs = 30_000;
/** The process may have died before it sent a stored transaction, or the node may have lost it. */
const resendAfterMs = 2000;

/**
 * Signs a transaction, stores it, and only then sends it: after a crash the agent sends the same one, never another. Its
 * nonce follows those under way. If another process wrote the outbox, this fails before anything is sent.
 */
export async function beginTransaction(
  parts: Needs,
  outbox: Outbox,
  { purpose, call }: { purpose: Purpose; call: OperatorCall },
): Promise<Outbox> {
  const { market, account, log } = parts;
  if (outbox.pending.length >= maxPending)
    throw new Fault("chain_unavailable", { message: "All places for transactions are taken." });
  const last = outbox.pending.at(-1);
  const [nonce, estimate, { fees, gasLimit }] = await askChain(
    Promise.all([
      last
        ? last.nonce + 1
        : market.client.getTransactionCount({ address: account.address, blockTag: "pending" }),
      market.client.estimateGas({ account: account.address, ...call }),
      readGasMarket(parts),
    ]),
  );
  const gas = (estimate * 5n) / 4n + 20_000n;
  // A transaction that needs more than half of a block may wait long for one that is nearly empty.
  const isTooMuch = gas > maxGas || gas > gasLimit / 2n;
  if (isTooMuch) throw new Fault("too_large", { message: `The transaction would take ${gas} gas.` });
  const { nextNonce = nonce } = outbox;
  if (nonce > nextNonce) log.warn("another program uses the agent's account", { nonce, expected: nextNonce });
  const begun = await prepare(parts, { purpose, ...call, nonce, gas: String(gas), ...fees });
  const pending = [...outbox.pending, begun];
  const written = await writeOutbox(parts, { ...outbox, pending, nextNonce: nonce + 1 });
  await broadcast(parts, begun);
  return written;
}

export type Progress =
  | Readonly<{ state: "mined"; receipt: TransactionReceipt }>
  /** The current outbox. */
  | Readonly<{ state: "waiting"; outbox: Outbox }>
  /** Its nonce was used by a transaction that is not ours. */
  | Readonly<{ state: "displaced" }>;

/** Follows the oldest transaction under way: finds its receipt, sends all again, or replaces it with a higher fee. */
export async function followOldest(parts: Needs, outbox: Outbox): Promise<Progress> {
  const { market, account, clock, config } = parts;
  const oldest = outbox.pending[0]!;
  const receipt = await findReceipt(parts, oldest.hashes);
  if (receipt) return { state: "mined", receipt };
  const waitedMs = clock.now() - oldest.sentAtMs;
  const next = await askChain(market.client.getTransactionCount({ address: account.address }));
  if (next > oldest.nonce) return explainUsedNonce(parts, outbox);
  if (waitedMs <= resendAfterMs) return { state: "waiting", outbox };
  const isStuck = waitedMs > config.STUCK_AFTER_S * 1000;
  const sent = isStuck ? await unstick(parts, outbox, next) : outbox;
  for (const one of sent.pending) await broadcast(parts, one);
  return { state: "waiting", outbox: sent };
}

/** Stores the changed outbox before it sends anything. */
async function unstick(parts: Needs, outbox: Outbox, next: number): Promise<Outbox> {
  const { log } = parts;
  const [oldest, ...younger] = outbox.pending as [Pending, ...Pending[]];
  if (next < oldest.nonce && !(await isInPool(parts, next))) {
    // A concluded transaction was reorganised away, and no pool that we know has it.
    const filling = await fill(parts, next);
    log.error("a nonce before those under way is free again", { nonce: next, tx: filling.hashes[0] });
    return writeOutbox(parts, { ...outbox, pending: [filling, ...outbox.pending] });
  }
  const replacement = await replace(parts, oldest);
  log.warn("replaced a stuck transaction", { nonce: oldest.nonce, tx: replacement.hashes.at(-1) });
  return writeOutbox(parts, { ...outbox, pending: [replacement, ...younger] });
}

async function isInPool({ market, account }: Needs, nonce: number): Promise<boolean> {
  const counted = market.client.getTransactionCount({ address: account.address, blockTag: "pending" });
  return (await askChain(counted)) > nonce;
}

/** A transaction to ourselves that uses up a nonce: later ones cannot be mined before. */
async function fill(parts: Needs, nonce: number): Promise<Pending> {
  const { fees } = await askChain(readGasMarket(parts));
  const to = parts.account.address;
  return prepare(parts, { purpose: { kind: "fill" }, to, data: "0x", nonce, gas: "21000", ...fees });
}

/** Three cases: it was just mined, the node does not show the receipt yet, or another transaction used the nonce. */
async function explainUsedNonce(parts: Needs, outbox: Outbox): Promise<Progress> {
  const [oldest, ...younger] = outbox.pending as [Pending, ...Pending[]];
  const receipt = await findReceipt(parts, oldest.hashes);
  if (receipt) return { state: "mined", receipt };
  const nowMs = parts.clock.now();
  if (oldest.usedAtMs === undefined) {
    const noted = { ...outbox, pending: [{ ...oldest, usedAtMs: nowMs }, ...younger] };
    return { state: "waiting", outbox: await writeOutbox(parts, noted) };
  }
  if (nowMs - oldest.usedAtMs > receiptPatienceMs) return { state: "displaced" };
  return { state: "waiting", outbox };
}

async function findReceipt(
  { market }: Needs,
  hashes: readonly Hex[],
): Promise<TransactionReceipt | undefined> {
  for (const hash of hashes.toReversed()) {
    const receipt = await askChain(
      market.client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }),
    );
    if (receipt) return receipt;
  }
  return undefined;
}
