import { keccak256, TransactionReceiptNotFoundError, type Hex, type TransactionReceipt } from "viem";
import { askChain, reasonOf } from "../../service/parts/chain/chain-fault.ts";
import { Fault } from "../../service/faults.ts";
import { readOutbox, writeOutbox, type Outbox, type Pending, type Purpose } from "../outbox.ts";
import type { AgentParts } from "../parts.ts";
import type { OperatorCall } from "./operator-call.ts";

type Needs = Pick<AgentParts, "config" | "store" | "market" | "account" | "clock" | "log">;

/** Chains refuse transactions that want more. */
const maxGas = 16_000_000n;
/** A node that has seen a nonce used is given this long to show the receipt. */
const receiptPatienceMs = 30_000;
/** How many times what is usual may be bid. */
const maxTimesSuggested = 4n;
/** The process may have died before it sent what it wrote down. */
const resendAfterMs = 2000;

/** Signs a transaction, writes it down, and only then sends it: after a crash the same one is sent, never another. */
export async function beginTransaction(parts: Needs, purpose: Purpose, call: OperatorCall): Promise<void> {
  const { market, account, clock } = parts;
  const outbox = await readOutbox(parts);
  if (outbox.pending) throw new Fault("chain_unavailable", { message: "A transaction is pending." });
  const [nonce, estimate, fees] = await askChain(
    Promise.all([
      market.client.getTransactionCount({ address: account.address, blockTag: "pending" }),
      market.client.estimateGas({ account: account.address, ...call }),
      suggestFees(parts),
    ]),
  );
  const gas = (estimate * 5n) / 4n + 20_000n;
  if (gas > maxGas) throw new Fault("too_large", { message: `The transaction would take ${gas} gas.` });
  const signed = await sign(parts, { ...call, nonce, gas: String(gas), ...fees });
  const nowMs = clock.now();
  const pending = { purpose, ...signed, hashes: [signed.hash], firstSentAtMs: nowMs, sentAtMs: nowMs };
  await writeOutbox(parts, { ...outbox, pending });
  await broadcast(parts, pending);
}

export type Progress =
  | Readonly<{ state: "mined"; receipt: TransactionReceipt }>
  | Readonly<{ state: "waiting" }>
  /** Its nonce was used by a transaction that is not ours. */
  | Readonly<{ state: "displaced" }>;

/** Looks after the transaction under way: finds its receipt, sends it again, replaces it by a better paid one. */
export async function followTransaction(parts: Needs, outbox: Outbox, pending: Pending): Promise<Progress> {
  const { market, account, clock, config, log } = parts;
  const receipt = await findReceipt(parts, pending.hashes);
  if (receipt) return { state: "mined", receipt };
  const waitedMs = clock.now() - pending.sentAtMs;
  const next = await askChain(market.client.getTransactionCount({ address: account.address }));
  if (next > pending.nonce) return explainUsedNonce(parts, outbox, pending);
  if (waitedMs > config.STUCK_AFTER_S * 1000) {
    const replacement = await replace(parts, pending);
    await writeOutbox(parts, { ...outbox, pending: replacement });
    log.warn("replaced a stuck transaction", { nonce: pending.nonce, tx: replacement.hashes.at(-1) });
    await broadcast(parts, replacement);
  } else if (waitedMs > resendAfterMs) {
    await broadcast(parts, pending);
  }
  return { state: "waiting" };
}

/** It was mined since we looked, or the node does not show the receipt yet, or another transaction had the nonce. */
async function explainUsedNonce(parts: Needs, outbox: Outbox, pending: Pending): Promise<Progress> {
  const receipt = await findReceipt(parts, pending.hashes);
  if (receipt) return { state: "mined", receipt };
  const nowMs = parts.clock.now();
  if (pending.usedAtMs === undefined) {
    await writeOutbox(parts, { ...outbox, pending: { ...pending, usedAtMs: nowMs } });
    return { state: "waiting" };
  }
  return { state: nowMs - pending.usedAtMs > receiptPatienceMs ? "displaced" : "waiting" };
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

/** The same transaction at a higher price: nodes want at least an eighth more. */
async function replace(parts: Needs, pending: Pending): Promise<Pending> {
  const suggested = await askChain(suggestFees(parts));
  // A bid so far above the suggested fee is not stuck because of its price: it is only sent again.
  const isDear = BigInt(pending.maxFeeWei) > BigInt(suggested.maxFeeWei) * maxTimesSuggested;
  const raise = (old: string, now: string): bigint =>
    isDear ? BigInt(old) : max((BigInt(old) * 9n) / 8n + 1n, BigInt(now));
  const maxFee = atMost(raise(pending.maxFeeWei, suggested.maxFeeWei), parts.config.MAX_FEE_PER_GAS_WEI);
  const tip = atMost(raise(pending.tipWei, suggested.tipWei), maxFee);
  const signed = await sign(parts, { ...pending, maxFeeWei: String(maxFee), tipWei: String(tip) });
  const hashes = pending.hashes.includes(signed.hash) ? pending.hashes : [...pending.hashes, signed.hash];
  return { ...pending, ...signed, hashes, sentAtMs: parts.clock.now() };
}

type Fees = Pick<Pending, "maxFeeWei" | "tipWei">;

async function suggestFees({ market, config }: Needs): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await market.client.estimateFeesPerGas();
  const maxFee = atMost(maxFeePerGas, config.MAX_FEE_PER_GAS_WEI);
  return { maxFeeWei: String(maxFee), tipWei: String(atMost(maxPriorityFeePerGas, maxFee)) };
}

type Unsigned = Pick<Pending, "to" | "data" | "nonce" | "gas" | "maxFeeWei" | "tipWei">;

async function sign(
  { market, account }: Needs,
  { to, data, nonce, gas, maxFeeWei, tipWei }: Unsigned,
): Promise<Unsigned & { raw: Hex; hash: Hex }> {
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId: market.chainId,
    to,
    data,
    nonce,
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeeWei),
    maxPriorityFeePerGas: BigInt(tipWei),
  });
  return { to, data, nonce, gas, maxFeeWei, tipWei, raw, hash: keccak256(raw) };
}

/** A node that has it already, or has mined it, says so with an error: what counts is the receipt. */
async function broadcast({ market, log, account }: Needs, { raw, hashes }: Pending): Promise<void> {
  try {
    await market.client.sendRawTransaction({ serializedTransaction: raw });
  } catch (error) {
    const words = reasonOf(error);
    if (/insufficient funds|doesn't have enough funds/i.test(words)) {
      log.error("the agent's account has too little for gas: fund it", { address: account.address });
    }
    log.debug("a transaction was not accepted", { tx: hashes.at(-1), error: words });
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function atMost(amount: bigint, limit: bigint | undefined): bigint {
  return limit !== undefined && amount > limit ? limit : amount;
}
