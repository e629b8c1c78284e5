import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAgentProcess, type AgentProcess } from "../support/agent-process.ts";
import { openStage, type Shop, type Stage } from "../support/marketplace-stage.ts";
import { until } from "../support/until.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";

let stage: Stage;
let servers: readonly PostgresServer[];
let folder: string;
let shops: readonly Shop[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-replicas-"));
  [stage, ...servers] = await Promise.all([
    openStage(),
    startPostgres({ fsync: "off" }),
    startPostgres({ fsync: "off" }),
  ]);
  const { users } = stage.chain;
  shops = [
    await stage.createShop(users[1]!),
    await stage.createShop(users[2]!),
    await stage.createShop(users[3]!),
  ];
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  for (const server of servers) await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test.concurrent.for([
  { kind: "SQLite", shop: 0, store: () => ({ DATA_DIR: folder }) },
  { kind: "PostgreSQL", shop: 1, store: () => ({ DATABASE_URL: servers[0]!.url }) },
])("three replicas on $kind deliver once, also when the sending one is killed", async (one) => {
  const shop = shops[one.shop]!;
  await using replicas = await startReplicas(3, { ...shop.env, ...one.store() });
  const first = await shop.ask(30);
  await until(() => settledBy(replicas.all) === first.length);

  const { sender, others } = replicas.bySender();
  sender.kill("SIGKILL");
  expect(await sender.ended).toMatchObject({ signal: "SIGKILL" });
  const second = await shop.ask(10);
  await until(() => others.some(hasSent));
  await until(() => settledBy(replicas.all) === first.length + second.length);

  const all = [...first, ...second];
  expect(await outcomeOf(shop, all)).toEqual(once(all));
  expect(replicas.all.flatMap(({ lines }) => lines).filter(isError)).toEqual([]);
});

test.concurrent("a replica that was frozen while it sent does no harm when it continues", async () => {
  const shop = shops[2]!;
  await using replicas = await startReplicas(2, { ...shop.env, DATABASE_URL: servers[1]!.url });
  const first = await shop.ask(10);
  await until(() => replicas.all.some(hasSent));
  const { sender, others } = replicas.bySender();
  sender.kill("SIGSTOP");
  const second = await shop.ask(10);
  await until(() => others.some(hasSent));
  sender.kill("SIGCONT");
  const third = await shop.ask(10);
  const all = [...first, ...second, ...third];
  await until(() => settledBy(replicas.all) === all.length);
  expect(await outcomeOf(shop, all)).toEqual(once(all));
});

async function startReplicas(count: number, env: Readonly<Record<string, string>>) {
  await using starting = new AsyncDisposableStack();
  const all = Array.from({ length: count }, () => starting.use(startAgentProcess(env)));
  await Promise.all(all.map(async ({ says }) => says(({ event }) => event === "the agent is running")));
  const started = starting.move();
  return {
    all,
    /** The replica that sends, of which there is one, and the others. */
    bySender: () => {
      const [sender, ...more] = all.filter(hasSent);
      expect(sender).toBeDefined();
      expect(more).toEqual([]);
      return { sender: sender!, others: all.filter((replica) => replica !== sender) };
    },
    [Symbol.asyncDispose]: async () => started.disposeAsync(),
  };
}

/** The log's numeric levels; output outside the log has none. */
function isError({ level = Infinity }: AgentProcess["lines"][number]): boolean {
  return Number(level) >= 50;
}

function hasSent({ lines }: AgentProcess): boolean {
  return lines.some(({ event }) => event === "deliver: mined");
}

function settledBy(replicas: readonly AgentProcess[]): number {
  const lines = replicas.flatMap((replica) => replica.lines);
  return lines.filter(({ event, written }) => event === "settled" && written === "written").length;
}

type Ids = Awaited<ReturnType<Shop["ask"]>>;

async function outcomeOf(shop: Shop, ids: Ids): Promise<object> {
  const { transactions, delivering, ...account } = await shop.account(ids);
  return { ...account, wastedTransactions: transactions - delivering };
}

function once(ids: Ids): object {
  return { delivered: ids.map(() => 1), refused: 0, wastedTransactions: 0 };
}
