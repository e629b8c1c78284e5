import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { NetConnectOpts } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDockerHost } from "../../../engine/docker-host.ts";
import { systemClock } from "../../../platform/clock.ts";
import { openLog } from "../../../platform/log.ts";
import type { LocalAccount } from "../../../scripts/chain/accounts.ts";
import { openLocalChain, type LocalChain } from "../../../scripts/chain/local-chain.ts";
import { grantCredits } from "../../../service/credits/credits.ts";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import { openStore } from "../../../parts/store/open-store.ts";
import type { Store } from "../../../parts/store/store.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import { startRedis, type RedisServer } from "../../support/redis-server.ts";
import { config as sandbox } from "../../support/sandbox.ts";
import { x402Env } from "../../support/x402-stage.ts";
import { openAgents, type Agents } from "./agents.ts";
import { openFacilitator, type Facilitator } from "./facilitator.ts";
import { openIpfsNode, type RestartableIpfs } from "./ipfs.ts";
import { startProxy, type PartProxy } from "../../support/part-proxy.ts";
import type { RunRecord } from "./record.ts";
import { openReplicas, type ServiceReplicas } from "./replicas.ts";
import { tryAgain } from "./try-again.ts";

/** The whole product as it is deployed on several machines, with a proxy in front of each part. */
export type FaultScene = Readonly<{
  /** The balancer in front of all replicas. */
  url: string;
  record: RunRecord;
  chain: LocalChain;
  /** Opened without the proxy, for the final checks. */
  store: Store;
  postgres: PostgresServer;
  /** Where replicas and agents count their limits together. */
  limits: RedisServer;
  replicas: ServiceReplicas;
  agents: Agents;
  ipfs: RestartableIpfs;
  facilitator: Facilitator;
  proxies: Readonly<{
    store: PartProxy;
    sandbox: PartProxy;
    rpc: PartProxy;
    ipfs: PartProxy;
    facilitator: PartProxy;
  }>;
  payer: LocalAccount;
  requester: LocalAccount;
  /** A key with this many credits and no free calls. */
  createKey(credits: number): Promise<string>;
}> &
  AsyncDisposable;

const replicaCount = 3;
const agentCount = 2;

export async function openScene(record: RunRecord): Promise<FaultScene> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.adopt(await mkdtemp(join(tmpdir(), "assay-faults-")), async (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  const postgres = opening.use(await startPostgres());
  const limits = opening.use(await startRedis());
  const chain = opening.use(await openLocalChain());
  const blocks = join(folder, "ipfs");
  await mkdir(blocks);
  const ipfs = opening.use(await openIpfsNode(blocks));
  const facilitator = opening.use(await openFacilitator(chain));
  const socketPath = join(folder, "docker.sock");
  const front = async (...[targets, options]: Parameters<typeof startProxy>): Promise<PartProxy> =>
    opening.use(await startProxy(targets, options));
  const proxies = {
    store: await front(() => [{ port: postgres.port, host: "127.0.0.1" }]),
    sandbox: await front(() => [dockerEngine()], { socketPath }),
    rpc: await front(() => [toTarget(chain.url)]),
    ipfs: await front(() => [toTarget(ipfs.apiUrl())]),
    facilitator: await front(() => [toTarget(facilitator.url())]),
  };
  const databaseUrl = `postgres://assay@127.0.0.1:${proxies.store.port}/postgres`;
  const rpcUrl = toUrl(proxies.rpc);
  let upstreams: readonly NetConnectOpts[] = [];
  const url = toUrl(await front(() => upstreams));

  const replicas = opening.use(
    await openReplicas(replicaCount, record, {
      ...x402Env(chain, toUrl(proxies.facilitator)),
      CHAIN_RPC_URL: rpcUrl,
      DATABASE_URL: databaseUrl,
      REDIS_URL: limits.url,
      DATA_DIR: folder,
      BASE_URL: url,
      FREE_CALLS_PER_DAY: "0",
      SERVICE_KEY: chain.env["SERVICE_KEY"]!,
      SANDBOX: "docker",
      SANDBOX_POOL: "1",
      SANDBOX_IMAGE: sandbox.SANDBOX_IMAGE,
      SANDBOX_PACKAGES: sandbox.SANDBOX_PACKAGES.join(","),
      DOCKER_HOST: `unix://${socketPath}`,
    }),
  );
  upstreams = replicas.all.map(({ proxy }) => ({ port: proxy.port, host: "127.0.0.1" }));
  const agents = opening.use(
    await openAgents(agentCount, record, {
      ...chain.env,
      CHAIN_RPC_URL: rpcUrl,
      DEPOSIT_CONTRACT: "",
      DATABASE_URL: databaseUrl,
      REDIS_URL: limits.url,
      DATA_DIR: folder,
      SERVICE_URL: url,
      IPFS_API_URL: toUrl(proxies.ipfs),
      AGENT_POLL_MS: "1000",
      COLLECT_ABOVE_WEI: String(10n ** 24n),
    }),
  );
  const store = opening.use(
    await openStore({ dataDir: folder, databaseUrl: postgres.url }, openLog("silent")),
  );
  const opened = opening.move();
  return {
    url,
    record,
    chain,
    store,
    postgres,
    limits,
    replicas,
    agents,
    ipfs,
    facilitator,
    proxies,
    payer: chain.users[0]!,
    requester: chain.users[1]!,
    createKey: async (credits) => tryAgain(async () => createKey(url, store, credits)),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function createKey(url: string, store: Store, credits: number): Promise<string> {
  const response = await fetch(`${url}/v1/keys`, { method: "POST" });
  if (!response.ok) throw new Error(`no key was created: ${await response.text()}`);
  const { api_key: key } = (await response.json()) as { api_key: string };
  await grantCredits({ store, clock: systemClock }, fingerprintOf(key), { credits, reference: randomUUID() });
  return key;
}

function dockerEngine(): NetConnectOpts {
  const engine = readDockerHost(sandbox.DOCKER_HOST)!;
  return "socketPath" in engine ? { path: engine.socketPath } : engine;
}

function toTarget(url: string): NetConnectOpts {
  const { port, hostname } = new URL(url);
  return { port: Number(port), host: hostname };
}

function toUrl({ port }: PartProxy): string {
  return `http://127.0.0.1:${port}`;
}
