import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEventLogs, type Hex } from "viem";
import { openLocalChain, type LocalChain, type Mining } from "../../scripts/chain/local-chain.ts";
import { startAgentProcess } from "../support/agent-process.ts";
import { askAtOnce } from "../support/ask-at-once.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { until } from "../support/until.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService, type ServiceProcess } from "./service-process.ts";

const counts = [10, 100];
const ways = ["asks", "told"] as const;
const everyTwoSeconds: Mining = { auto: false, intervalMs: 2000 };
const stopped: Mining = { auto: false, intervalMs: 0 };

/** Many requests in one block, from that block to the mech's events; how long judging alone takes. */
export async function measureMarketplace(): Promise<Row[]> {
  await using service = await startService();
  await service.validate("x = 1\n"); // the first one of all waits for the tools to be warm
  const rows: Row[] = [];
  for (const count of counts) {
    rows.push(await measureJudging(service, count));
    for (const way of ways) rows.push(...(await measureDelivery(service, count, way)));
  }
  return rows;
}

/** The machine's share: the same programs, asked of the service at once, without chain and agent. */
async function measureJudging(service: ServiceProcess, count: number): Promise<Row> {
  const programs = programsOf(`alone${count}`, count);
  const { ms } = await timed(async () => Promise.all(programs.map(async (code) => service.validate(code))));
  return { what: `${count} requests, only judged, all at once`, value: ms / 1000, unit: "s" };
}

/** The agent as users run it: a process of its own with its own IPFS node, asking a service in another one. */
async function measureDelivery(
  service: ServiceProcess,
  count: number,
  way: (typeof ways)[number],
): Promise<Row[]> {
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
    ...(way === "told" && { CHAIN_WS_URL: chain.url.replace("http", "ws") }),
  });
  await agent.says(({ event }) => event === "the agent is running");
  const datas = await publishRequests(ipfs, `${way}${count}`, count);
  const delivering = watchDeliveries(chain, count);
  const { ids, block, atMs } = await askInOneBlock(chain, datas);
  await chain.setMining(everyTwoSeconds);
  const deliveries = await delivering;
  const waits = ids.map((id) => {
    const delivery = deliveries.get(id)!;
    return { seconds: (delivery.atMs - atMs) / 1000, blocks: Number(delivery.block - block) };
  });
  rmSync(folder, { recursive: true, force: true });
  const transactions = new Set([...deliveries.values()].map(({ tx }) => tx)).size;
  const blocks = way === "told" ? "told of blocks" : "asking for blocks";
  const title = `${count} requests in one block, a block every 2 s, ${blocks}`;
  return [
    ...describeWaits(title, waits),
    { what: `${title}: deliveries a transaction`, value: count / transactions, unit: "" },
  ];
}

/** From many requesters, a transaction each; the block that holds them all is mined when all have come. */
async function askInOneBlock(
  chain: LocalChain,
  datas: readonly Hex[],
): Promise<{ ids: readonly Hex[]; block: bigint; atMs: number }> {
  const { public: reader, test: master } = chain.clients;
  await chain.setMining(stopped);
  const asking = askAtOnce(chain, { mech: chain.mech, datas, requesters: chain.users });
  await until(async () => {
    const { transactions } = await reader.getBlock({ blockTag: "pending" });
    return transactions.length === datas.length;
  });
  await master.mine({ blocks: 1 });
  const atMs = performance.now();
  const asked = await asking;
  const blocks = new Set(asked.map(({ block }) => block));
  if (blocks.size !== 1) throw new Error(`the requests are in ${blocks.size} blocks`);
  return { ids: asked.map(({ id }) => id), block: asked[0]!.block, atMs };
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
function programsOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `def ${name}_${n}(x: int) -> int:\n    return x + ${n}\n`);
}

async function publishRequests(ipfs: IpfsStandIn, name: string, count: number): Promise<readonly Hex[]> {
  const contents = programsOf(name, count).map((prompt, n) => ({
    prompt,
    tool: "python_code_validator",
    nonce: String(n),
  }));
  return Promise.all(contents.map(async (content) => (await ipfs.put(JSON.stringify(content))).digest));
}

type Delivery = Readonly<{ tx: Hex; block: bigint; atMs: number }>;

/** Resolves with every delivery once all are there, and when each was first to be seen. */
async function watchDeliveries(
  { mech, clients }: LocalChain,
  count: number,
): Promise<ReadonlyMap<Hex, Delivery>> {
  const seen = new Map<Hex, Delivery>();
  let next = (await clients.public.getBlockNumber()) + 1n;
  while (seen.size < count) {
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
