import { askChain, reasonOf } from "../chain/chain-fault.ts";
import { nameContract } from "../chain/contract-name.ts";
import type { Chain } from "../chain/open-chain.ts";
import { requireContract, type DepositContract } from "./contract.ts";
import type { Crediting } from "./credit.ts";
import { createLease, type Lease } from "./lease.ts";
import { createPass } from "./pass.ts";

export type Watching = Crediting &
  Readonly<{
    chain: Chain;
    /** This process, as the store knows it. */
    owner: string;
    stopping: AbortSignal;
  }>;

export type WatchSettings = Readonly<{
  address: `0x${string}`;
  /** Where to begin when there is no cursor yet. */
  startBlock: bigint | undefined;
  confirmations: number;
  priceWei: bigint;
  /** How often the chain is looked at. */
  pollMs: number;
}>;

/** What failed is tried again this soon: somebody has paid and waits. */
const retryMs = 1000;
/** A chain that stands still is read again this often, in case a node that lags had not everything. */
const rereadEveryMs = 15_000;
/** Where to begin without a start block. */
const lookBackBlocks = 50_000n;

/** The lease of the process that credits a contract's deposits. */
export function depositLease(chainId: number, address: `0x${string}`): string {
  return `deposits:${nameContract(chainId, address)}`;
}

/** Credits what comes to the deposit contract until told to stop. Of several processes on one store one does. */
export async function watchDeposits(parts: Watching, settings: WatchSettings): Promise<void> {
  const { clock, log, chain, stopping } = parts;
  const contract: DepositContract = { ...chain, address: settings.address };
  const lease = createLease(parts, depositLease(chain.chainId, settings.address));
  let look: (() => Promise<void>) | undefined;
  while (!stopping.aborted) {
    let pauseMs = settings.pollMs;
    try {
      if (await lease.take()) {
        look ??= await openLook(parts, contract, { ...settings, lease });
        await look();
      }
    } catch (error) {
      pauseMs = Math.min(pauseMs, retryMs);
      if (!stopping.aborted) log.warn("watching deposits failed; retrying", { error: reasonOf(error) });
    }
    await clock.sleep(pauseMs, stopping).catch(() => undefined);
  }
  await lease.end();
}

/** Looks at the chain when there is something new. */
async function openLook(
  parts: Watching,
  contract: DepositContract,
  { lease, ...settings }: WatchSettings & Readonly<{ lease: Lease }>,
): Promise<() => Promise<void>> {
  await requireContract(contract);
  const { client } = contract;
  const head = await askChain(client.getBlock());
  // A chain that was begun again under the same number, as local ones are, is read from its own beginning.
  const genesis = await askChain(client.getBlock({ blockNumber: 0n }));
  const lookBack = head.number > lookBackBlocks ? head.number - lookBackBlocks : 0n;
  const pass = createPass(parts, contract, {
    ...settings,
    startBlock: settings.startBlock ?? lookBack,
    cursor: `${lease.name}:${genesis.hash.slice(2, 18)}`,
    holdLease: lease.hold,
  });
  let last = { hash: "", atMs: 0 };
  return async () => {
    const { hash } = await askChain(client.getBlock());
    const nowMs = parts.clock.monotonic();
    if (hash === last.hash && nowMs - last.atMs < rereadEveryMs) return;
    await pass();
    last = { hash, atMs: nowMs };
  };
}
