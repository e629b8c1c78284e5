import { createSharedReadings } from "../../parts/limits/shared-readings.ts";
import { countByState } from "./health.ts";
import { readOutbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";

/** Metrics requests must not use up the chain node's quota: all within this time share one read. */
const keptMs = 10_000;

/** Metrics of everything in the agent that can get stuck. */
export function watchNumbers(parts: AgentParts): void {
  const { metrics, clock, unfinished, progress, availability } = parts;
  metrics.watchBy("assay_agent_requests", "Requests in the journal, by state.", {
    label: "state",
    read: async () => countByState(parts),
  });
  metrics.watchBy("assay_agent_oldest_request_seconds", "Age of the oldest unfinished request, by state.", {
    label: "state",
    read: async () => unfinished.oldest(parts),
  });
  metrics.watchBy("assay_agent_part_up", "Whether a part that the agent needs answers.", {
    label: "part",
    read: async () => ({
      ipfs: Number(await availability.check("ipfs")),
      service: Number(await availability.check("service")),
    }),
  });
  metrics.watchBy("assay_agent_last_block_age_seconds", "How long ago the chain was last read.", {
    label: "by",
    read: async () => {
      const last = progress.last();
      return last.by === "us" ? { us: (clock.now() - last.atMs) / 1000 } : {};
    },
  });
  const readAccount = createSharedReadings<Readonly<Record<string, number>>>(clock, {
    ttlMs: keptMs,
    maxEntries: 1,
  });
  const account = async () => readAccount("", async () => accountNumbers(parts));
  for (const [name, help] of Object.entries(ofAccount)) {
    metrics.watchBy(`assay_agent_${name}`, help, {
      label: "chain",
      read: async () => ({ [parts.market.chainId]: (await account())[name]! }),
    });
  }
}

const ofAccount = {
  balance: "What the agent's account has for gas, in the chain's currency.",
  pending_transactions: "Transactions that were signed and are not settled yet.",
  nonce_gap: "Transactions of the agent's account that wait in the node and are not mined.",
} as const;

async function accountNumbers(parts: AgentParts): Promise<Record<keyof typeof ofAccount, number>> {
  const { client } = parts.market;
  const { address } = parts.account;
  const [wei, mined, known, outbox] = await Promise.all([
    client.getBalance({ address }),
    client.getTransactionCount({ address, blockTag: "latest" }),
    client.getTransactionCount({ address, blockTag: "pending" }),
    readOutbox(parts),
  ]);
  return {
    balance: Number(wei) / 1e18,
    pending_transactions: outbox.pending.length,
    nonce_gap: known - mined,
  };
}
