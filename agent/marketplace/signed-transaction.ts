import { keccak256, type Hex } from "viem";
import { askChain, reasonOf } from "../../parts/chain/chain-fault.ts";
import type { Pending, Purpose } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";

type Needs = Pick<AgentParts, "config" | "market" | "account" | "clock" | "log">;

/** The max bid, as a multiple of the suggested fee. */
const maxTimesSuggested = 4n;

type Unsigned = Pick<Pending, "to" | "data" | "nonce" | "gas" | "maxFeeWei" | "tipWei">;

/** Signs a new transaction; it is not sent yet. */
export async function prepare(
  parts: Needs,
  { purpose, ...unsigned }: Unsigned & { purpose: Purpose },
): Promise<Pending> {
  const { hash, ...signed } = await sign(parts, unsigned);
  const nowMs = parts.clock.now();
  return { purpose, ...signed, hashes: [hash], firstSentAtMs: nowMs, sentAtMs: nowMs };
}

/** The same transaction with a higher fee: nodes require at least an eighth more. */
export async function replace(parts: Needs, pending: Pending): Promise<Pending> {
  const { fees: suggested } = await askChain(readGasMarket(parts));
  // A bid at the max is not stuck because of its fee: only send it again.
  const isDear = BigInt(pending.maxFeeWei) > BigInt(suggested.maxFeeWei) * maxTimesSuggested;
  const raise = (old: string, now: string): bigint =>
    isDear ? BigInt(old) : max((BigInt(old) * 9n) / 8n + 1n, BigInt(now));
  const maxFee = atMost(raise(pending.maxFeeWei, suggested.maxFeeWei), parts.config.MAX_FEE_PER_GAS_WEI);
  const tip = atMost(raise(pending.tipWei, suggested.tipWei), maxFee);
  const { hash, ...signed } = await sign(parts, {
    ...pending,
    maxFeeWei: String(maxFee),
    tipWei: String(tip),
  });
  const hashes = pending.hashes.includes(hash) ? pending.hashes : [...pending.hashes, hash];
  return { ...pending, ...signed, hashes, sentAtMs: parts.clock.now() };
}

type Fees = Pick<Pending, "maxFeeWei" | "tipWei">;

/** The current fees, and the gas limit of a block. */
export async function readGasMarket({ market, config }: Needs): Promise<{ fees: Fees; gasLimit: bigint }> {
  const [{ gasLimit }, { maxFeePerGas, maxPriorityFeePerGas }] = await Promise.all([
    market.client.getBlock(),
    market.client.estimateFeesPerGas(),
  ]);
  const maxFee = atMost(maxFeePerGas, config.MAX_FEE_PER_GAS_WEI);
  const fees = { maxFeeWei: String(maxFee), tipWei: String(atMost(maxPriorityFeePerGas, maxFee)) };
  return { fees, gasLimit };
}

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

/** A node that already has or mined the transaction answers with an error; only the receipt counts. */
export async function broadcast({ market, log, account }: Needs, { raw, hashes }: Pending): Promise<void> {
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
