import { reasonOf } from "../../service/parts/chain/chain-fault.ts";
import type { TransactionReceipt } from "viem";
import { followTransaction } from "../marketplace/transaction.ts";
import { readOutbox, writeOutbox, type Outbox, type Pending } from "../outbox.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../wake.ts";
import { collectNext } from "./collect.ts";
import { concludeDelivery, deliverNext } from "./deliver.ts";
import { concludeSigned } from "./settle-signed.ts";

/** A replica that fell silent is believed to be sending for this long. */
const leaseMs = 15_000;
const collectEveryMs = 15_000;
const refreshEveryMs = 60_000;
/** Receipts come fast or slowly; only the first few are asked for often. */
const receiptPollMs = { atFirst: 250, later: 2000, firstMs: 5000 };

/** Sends our account's transactions one after another. Of several replicas one does; the others wait for it to fall silent. */
export async function send(parts: AgentParts, wake: Wake): Promise<void> {
  const { config, log, market, account, store, owner, stopping } = parts;
  const name = `sender:${market.chainId}:${account.address.toLowerCase()}`;
  const turn = createTurn(parts);
  while (!stopping.aborted) {
    let pauseMs = Math.min(config.AGENT_POLL_MS, 1000);
    try {
      if (await store.takeLease({ name, owner, lifeMs: leaseMs })) {
        pauseMs = await turn();
        if (pauseMs === 0) wake.wake();
      }
    } catch (error) {
      if (!stopping.aborted) log.warn("sending failed; retrying", { error: reasonOf(error) });
    }
    if (pauseMs > 0) await wake.woken(pauseMs, stopping);
  }
  await store.endLease({ name, owner }).catch(() => undefined);
}

/** One look at what there is to send; answers how long to wait before the next. */
function createTurn(parts: AgentParts): () => Promise<number> {
  const { clock, config } = parts;
  let collectAtMs = clock.now();
  let refreshAtMs = clock.now() + refreshEveryMs;
  return async () => {
    if (clock.now() >= refreshAtMs) {
      refreshAtMs = clock.now() + refreshEveryMs;
      await parts.market.refresh();
    }
    const outbox = await readOutbox(parts);
    if (outbox.pending) return follow(parts, outbox, outbox.pending);
    if ((await deliverNext(parts)) === "sent") return 0;
    if (clock.now() >= collectAtMs) {
      collectAtMs = clock.now() + collectEveryMs;
      if ((await collectNext(parts)) === "sent") {
        collectAtMs = clock.now();
        return 0;
      }
    }
    return Math.min(config.AGENT_POLL_MS, 1000);
  };
}

async function follow(parts: AgentParts, outbox: Outbox, pending: Pending): Promise<number> {
  const progress = await followTransaction(parts, outbox, pending);
  if (progress.state === "waiting") {
    const isFresh = parts.clock.now() - pending.sentAtMs < receiptPollMs.firstMs;
    return isFresh ? receiptPollMs.atFirst : receiptPollMs.later;
  }
  if (progress.state === "mined") await conclude(parts, pending, progress.receipt);
  else parts.log.error("another program used the agent's account", { nonce: pending.nonce });
  const gained = progress.state === "mined" ? collected(pending, progress.receipt) : 0n;
  await writeOutbox(parts, { ...outbox, pending: null, collectedWei: outbox.collectedWei + gained });
  return 0;
}

async function conclude(parts: AgentParts, { purpose }: Pending, receipt: TransactionReceipt): Promise<void> {
  const words = { tx: receipt.transactionHash, status: receipt.status, gas: String(receipt.gasUsed) };
  parts.log.info(`${purpose.kind}: mined`, words);
  switch (purpose.kind) {
    case "deliver":
      return concludeDelivery(parts, purpose, receipt);
    case "settle signed":
      return concludeSigned(parts, purpose, receipt);
    case "collect":
    case "withdraw":
      if (receipt.status === "reverted") parts.log.error("earnings could not be collected", words);
  }
}

function collected({ purpose }: Pending, { status }: TransactionReceipt): bigint {
  return purpose.kind === "withdraw" && status === "success" ? BigInt(purpose.amountWei) : 0n;
}
