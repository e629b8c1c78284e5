import { scanLogs } from "../../parts/chain/scan-logs.ts";
import { askChain, reasonOf } from "../../parts/chain/chain-fault.ts";
import { mechEvents } from "../marketplace/abi.ts";
import { watchLease } from "../journal/leases.ts";
import { followHeads } from "../marketplace/heads.ts";
import type { Mech } from "../marketplace/market.ts";
import { recordRequest } from "./record-request.ts";
import type { AgentParts } from "../parts.ts";
import { seenRequestsIn } from "../marketplace/journal-entry.ts";
import { createSweeping } from "./sweep.ts";
import { createValidationWatch } from "../validation/watch-validations.ts";
import type { Wake } from "../state/wake.ts";
import { watchOthers } from "./watch-others.ts";

const leaseMs = 15_000;
/** Where to begin without AGENT_START_BLOCK. Older open requests are found through the mech's list. */
const lookBackBlocks = 50_000n;
/** Their `infoOf` calls become one call to the chain. */
const recordedAtOnce = 100;

/** Records every request to our mechs, until the agent stops. One replica at a time holds the lease and does it. */
export async function watch(parts: AgentParts, wake: Wake): Promise<void> {
  const { config, log, market, store, owner, progress, stopping } = parts;
  const name = watchLease(parts);
  const heads = followHeads(parts);
  const sweep = createSweeping(parts, wake);
  const watchValidations = createValidationWatch(parts);
  for (let startBlock: bigint | undefined; !stopping.aborted;) {
    try {
      if (await store.takeLease({ name, owner, lifeMs: leaseMs })) {
        startBlock ??= await firstBlock(parts);
        const read: bigint[] = [];
        for (const mech of market.mechs) read.push(await watchMech(parts, mech, { startBlock, wake }));
        await watchValidations({ startBlock, wake });
        if (config.STEP_IN === "on") await watchOthers(parts, { startBlock, wake });
        progress.readTo(read.reduce((first, block) => (block < first ? block : first)));
        sweep.whenDue();
      } else progress.readByAnother();
    } catch (error) {
      if (!stopping.aborted) log.warn("watching failed; retrying", { error: reasonOf(error) });
    }
    await heads.next(config.AGENT_POLL_MS, progress.last());
  }
  await sweep.ended();
  await store.endLease({ name, owner }).catch(() => undefined);
}

async function firstBlock({ config, market }: AgentParts): Promise<bigint> {
  if (config.AGENT_START_BLOCK !== undefined) return config.AGENT_START_BLOCK;
  const head = await askChain(market.client.getBlockNumber());
  return head > lookBackBlocks ? head - lookBackBlocks : 0n;
}

type Where = Readonly<{ startBlock: bigint; wake: Wake }>;

async function watchMech(parts: AgentParts, mech: Mech, { startBlock, wake }: Where): Promise<bigint> {
  const { market, store, config, stopping } = parts;
  return scanLogs(
    { client: market.client, store, signal: stopping },
    {
      name: `cursor:${market.book}:${mech.address}`,
      address: mech.address,
      events: mechEvents.filter(({ name }) => name === "Request"),
      startBlock,
      confirmations: config.AGENT_CONFIRMATIONS,
      onLogs: async (logs) => {
        const seen = seenRequestsIn(logs);
        for (let next = 0; next < seen.length; next += recordedAtOnce) {
          const group = seen.slice(next, next + recordedAtOnce);
          await Promise.all(group.map(async (one) => recordRequest(parts, mech, one, wake)));
        }
      },
    },
  );
}
