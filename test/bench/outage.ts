import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Hex } from "viem";
import { openLocalChain, type LocalChain } from "../../scripts/chain/local-chain.ts";
import { startAgentProcess } from "../support/agent-process.ts";
import { askAtOnce } from "../support/ask-at-once.ts";
import { startIpfsProcess } from "../support/ipfs-process.ts";
import { openTestIpfs, plenty } from "../support/ipfs-node.ts";
import { until } from "../support/until.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

const requests = 20;
const frozenMs = 100_000;

/** The IPFS node stands still for 100 s in the middle of 20 requests: how many get their real verdict, and when. */
export async function measureOutage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-outage-"));
  await using service = await startService();
  await using chain = await openLocalChain();
  await using node = await startIpfsProcess();
  await using agent = startAgentProcess({
    ...chain.env,
    DATA_DIR: folder,
    AGENT_POLL_MS: "2000",
    SERVICE_URL: service.url,
    SERVICE_KEY: service.serviceKey,
    IPFS_API_URL: node.apiUrl,
    COLLECT_ABOVE_WEI: String(10n ** 24n),
  });
  await agent.says(({ event }) => event === "the agent is running");
  const datas = await Promise.all(
    Array.from({ length: requests }, async (_, n) => node.put(JSON.stringify(requestOf(n)))),
  );
  const half = requests / 2;
  const ask = async (some: readonly Hex[]) =>
    askAtOnce(chain, { mech: chain.mech, datas: some, requesters: chain.users });
  const first = await ask(datas.slice(0, half));
  await agent.says(({ event }) => event === "fetched");
  node.freeze();
  const second = await ask(datas.slice(half));
  await wait(frozenMs);
  node.thaw();
  const thawedAt = performance.now();
  const ids = [...first, ...second].map(({ id }) => id);
  await until(async () => (await deliveriesOf(chain)).size === requests);
  const lastS = (performance.now() - thawedAt) / 1000;
  const verdicts = await readVerdicts(chain, { apiUrl: node.apiUrl, ids });
  rmSync(folder, { recursive: true, force: true });
  return [
    { what: `${requests} requests, IPFS frozen for 100 s: delivered`, value: verdicts.length, unit: "" },
    { what: "with their real verdicts", value: verdicts.filter(Boolean).length, unit: "" },
    { what: "the last one, after the node answers again", value: lastS, unit: "s" },
  ];
}

function requestOf(n: number): object {
  return { prompt: `x: int = ${n}\n`, tool: "python_code_validator", nonce: String(n) };
}

async function deliveriesOf({ mech }: LocalChain): Promise<ReadonlyMap<Hex, Hex>> {
  const events = await mech.getEvents.Deliver({}, { fromBlock: 0n });
  return new Map(events.map(({ args }) => [args.requestId!, args.data!]));
}

/** Whether the verdict behind each delivery calls the program valid, as it is. */
async function readVerdicts(
  chain: LocalChain,
  { apiUrl, ids }: { apiUrl: string; ids: readonly Hex[] },
): Promise<readonly boolean[]> {
  const deliveries = await deliveriesOf(chain);
  await using reader = await openTestIpfs({ apiUrl });
  return await Promise.all(
    ids.map(async (id) => {
      const cid = `f01701220${deliveries.get(id)!.slice(2)}`;
      const bytes = await reader.read(cid, [BigInt(id).toString()], plenty());
      const { result } = JSON.parse(new TextDecoder().decode(bytes)) as { result: string };
      return (JSON.parse(result) as { valid: boolean }).valid;
    }),
  );
}
