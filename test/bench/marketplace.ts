import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEventLogs, type Hex } from "viem";
import { openLocalChain, type LocalChain, type Mining } from "../../scripts/chain/local-chain.ts";
import { startAgentProcess } from "../support/agent-process.ts";
import { askAtOnce } from "../support/ask-at-once.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { measureGas } from "./marketplace-gas.ts";
import { quantile } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService, type ServiceProcess } from "./service-process.ts";

const requests = 100;
const paces: readonly Readonly<{ name: string; mining: Mining }>[] = [
  { name: "a block for each transaction", mining: { auto: true, intervalMs: 0 } },
  { name: "a block every 2 s", mining: { auto: false, intervalMs: 2000 } },
];

/** Many requests at once, from the requester's transaction to the mech's event; and what a delivery costs. */
export async function measureMarketplace(): Promise<Row[]> {
  await using service = await startService();
  const rows: Row[] = [];
  for (const { name, mining } of paces) rows.push(...(await measurePace(service, name, mining)));
  return [...rows, ...(await measureGas())];
}

/** The agent as users run it: a process of its own with its own IPFS node, asking a service in another one. */
async function measurePace(service: ServiceProcess, pace: string, mining: Mining): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-marketplace-"));
  await using chain = await openLocalChain();
  await using ipfs = await startIpfsStandIn();
  await using agent = startAgentProcess({
    ...chain.env,
    DATA_DIR: folder,
    AGENT_POLL_MS: "2000",
    SERVICE_URL: service.url,
    SERVICE_KEY: service.serviceKey,
    IPFS_GATEWAY_URL: ipfs.gatewayUrl,
    COLLECT_ABOVE_WEI: String(10n ** 24n),
  });
  await agent.says(({ event }) => event === "the agent is running");
  await chain.setMining(mining);
  const datas = await publishRequests(ipfs);
  const delivering = watchDeliveries(chain);
  const asked = await askAtOnce(chain, { mech: chain.mech, datas, requesters: chain.users });
  const deliveries = await delivering;
  const waits = asked.map(({ id, atMs, block }) => {
    const delivery = deliveries.get(id)!;
    return { seconds: (delivery.atMs - atMs) / 1000, blocks: Number(delivery.block - block) };
  });
  rmSync(folder, { recursive: true, force: true });
  const transactions = new Set([...deliveries.values()].map(({ tx }) => tx)).size;
  return [
    ...describeWaits(`${requests} requests at once, ${pace}`, waits),
    {
      what: `${requests} requests at once, ${pace}: deliveries a transaction`,
      value: requests / transactions,
      unit: "",
    },
  ];
}

function describeWaits(title: string, waits: readonly { seconds: number; blocks: number }[]): Row[] {
  const parts = [
    { name: "median", part: 0.5 },
    { name: "99th percentile", part: 0.99 },
  ];
  return (["seconds", "blocks"] as const).flatMap((unit) =>
    parts.map(({ name, part }) => ({
      what: `${title}: request to delivery, ${name}`,
      value: quantile(
        waits.map((wait) => wait[unit]),
        part,
      ),
      unit: unit === "seconds" ? "s" : unit,
    })),
  );
}

/** Distinct programs, so that none is answered from memory. */
async function publishRequests(ipfs: IpfsStandIn): Promise<readonly Hex[]> {
  const contents = Array.from({ length: requests }, (_, n) => ({
    prompt: `def f${n}(x: int) -> int:\n    return x + ${n}\n`,
    tool: "python_code_validator",
    nonce: String(n),
  }));
  return Promise.all(contents.map(async (content) => (await ipfs.put(JSON.stringify(content))).digest));
}

type Delivery = Readonly<{ tx: Hex; block: bigint; atMs: number }>;

/** Resolves with every delivery once all are there, and when each was first to be seen. */
async function watchDeliveries({ mech, clients }: LocalChain): Promise<ReadonlyMap<Hex, Delivery>> {
  const seen = new Map<Hex, Delivery>();
  let next = (await clients.public.getBlockNumber()) + 1n;
  while (seen.size < requests) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const head = await clients.public.getBlockNumber();
    if (head < next) continue;
    const atMs = performance.now();
    const logs = await clients.public.getLogs({ address: mech.address, fromBlock: next, toBlock: head });
    for (const { args, transactionHash, blockNumber } of parseEventLogs({
      abi: mech.abi,
      logs,
      eventName: "Deliver",
    })) {
      if (seen.has(args.requestId)) throw new Error(`${args.requestId} was delivered twice`);
      seen.set(args.requestId, { tx: transactionHash, block: blockNumber, atMs });
    }
    next = head + 1n;
  }
  return seen;
}
