import { reasonOf } from "../../parts/chain/chain-fault.ts";
import type { TransactionReceipt } from "viem";
import { senderLease } from "../journal/leases.ts";
import { followOldest } from "../marketplace/transaction.ts";
import { maxPending, readOutbox, writeOutbox, type Outbox, type Pending } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../state/wake.ts";
import { createCollectedCount, type CountCollected } from "./collected.ts";
import { createCollecting } from "./collect-when-idle.ts";
import { concludeDelivery, deliverNext } from "./deliver.ts";
import { concludeResponse } from "./respond.ts";
import { concludeSigned } from "./settle-signed.ts";

/** How long a silent replica keeps the right to send. */
const leaseMs = 15_000;
const refreshEveryMs = 60_000;
/** Receipts are polled often at first, then rarely. */
const receiptPollMs = { atFirst: 250, later: 2000, firstMs: 5000 };
/** How long to gather requests for the next transaction, for each one under way. */
const gatherMs = 400;

/** Sends our account's transactions. One replica at a time holds the lease; the others take over if it falls silent. */
export async function send(parts: AgentParts, wake: Wake): Promise<void> {
  const { config, log, store, owner, stopping } = parts;
  const name = senderLease(parts);
  const round = createRound(parts);
  while (!stopping.aborted) {
    let pauseMs = Math.min(config.AGENT_POLL_MS, 1000);
    try {
      if (await store.takeLease({ name, owner, lifeMs: leaseMs })) {
        pauseMs = await round();
        if (pauseMs === 0) wake.wake();
      }
    } catch (error) {
      if (!stopping.aborted) log.warn("sending failed; retrying", { error: reasonOf(error) });
    }
    if (pauseMs > 0) await wake.woken(pauseMs, stopping);
  }
  await store.endLease({ name, owner }).catch(() => undefined);
}

/** One round follows pending transactions and sends new ones; it returns how long to wait before the next round. */
function createRound(parts: AgentParts): () => Promise<number> {
  const { clock, config } = parts;
  const collectWhenIdle = createCollecting(parts);
  const countCollected = createCollectedCount(parts);
  let refreshAtMs = clock.now() + refreshEveryMs;
  // Both by the monotonic clock.
  let followAtMs = clock.monotonic();
  let sentAtMs = -Infinity;
  return async () => {
    if (clock.now() >= refreshAtMs) {
      refreshAtMs = clock.now() + refreshEveryMs;
      await parts.market.refresh();
    }
    let outbox = await readOutbox(parts);
    if (outbox.pending.length > 0 && clock.monotonic() >= followAtMs) {
      const followed = await follow(parts, outbox, countCollected);
      if (followed === "concluded") return 0;
      outbox = followed;
      followAtMs = clock.monotonic() + receiptPauseMs(parts, outbox);
    }
    // After a transaction with few requests, wait a little: more may be ready a moment later.
    const gatheringMs = sentAtMs + gatherMs * outbox.pending.length - clock.monotonic();
    const isFree = gatheringMs <= 0 && outbox.pending.length < maxPending;
    if (isFree && (await deliverNext(parts, outbox)) !== outbox) {
      sentAtMs = clock.monotonic();
      return 0;
    }
    if (outbox.pending.length > 0) {
      const untilFollowMs = Math.max(followAtMs - clock.monotonic(), 1);
      return gatheringMs > 0 ? Math.min(gatheringMs, untilFollowMs) : untilFollowMs;
    }
    if ((await collectWhenIdle(outbox)) !== outbox) return 0;
    return Math.min(config.AGENT_POLL_MS, 1000);
  };
}

function receiptPauseMs({ clock }: AgentParts, { pending }: Outbox): number {
  const isFresh = clock.now() - pending[0]!.sentAtMs < receiptPollMs.firstMs;
  return isFresh ? receiptPollMs.atFirst : receiptPollMs.later;
}

/** Follows the oldest transaction. Once it is over, records its results, then removes it from the outbox. */
async function follow(
  parts: AgentParts,
  outbox: Outbox,
  countCollected: CountCollected,
): Promise<Outbox | "concluded"> {
  const [oldest, ...younger] = outbox.pending as [Pending, ...Pending[]];
  const progress = await followOldest(parts, outbox);
  if (progress.state === "waiting") return progress.outbox;
  if (progress.state === "mined") await conclude(parts, oldest, progress.receipt);
  else parts.log.error("another program used the agent's account", { nonce: oldest.nonce });
  const collected = progress.state === "mined" ? countCollected(outbox, progress.receipt) : {};
  await writeOutbox(parts, { ...outbox, ...collected, pending: younger });
  return "concluded";
}

async function conclude(parts: AgentParts, { purpose }: Pending, receipt: TransactionReceipt): Promise<void> {
  const words = { tx: receipt.transactionHash, status: receipt.status, gas: String(receipt.gasUsed) };
  parts.log.info(`${purpose.kind}: mined`, words);
  switch (purpose.kind) {
    case "deliver":
      return concludeDelivery(parts, purpose, receipt);
    case "settle signed":
      return concludeSigned(parts, purpose, receipt);
    case "respond":
      return concludeResponse(parts, purpose, receipt);
    case "collect":
    case "withdraw":
      if (receipt.status === "reverted") parts.log.error("earnings could not be collected", words);
      return;
    case "fill":
  }
}
