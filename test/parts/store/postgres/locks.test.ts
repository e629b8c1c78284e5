import { Client, type PoolClient, type QueryConfig } from "pg";
import { beforeAll, expect, test } from "vitest";
import { openPostgresStore } from "../../../../parts/store/postgres/postgres.ts";
import { prepareCommands } from "../../../../parts/store/commands/index.ts";
import { postgresDialect } from "../../../../parts/store/postgres/dialect.ts";
import { createQualifier } from "../../../../parts/store/postgres/qualify.ts";
import { runOn } from "../../../../parts/store/postgres/run.ts";
import type { CommandSteps } from "../../../../parts/store/sql/step.ts";
import type { CommandName, Store } from "../../../../parts/store/store.ts";
import { startPostgres, type PostgresServer } from "../../../support/postgres-server.ts";
import { until } from "../../../support/until.ts";
import { aCall, anAccount, aName, noonMs, silentLog, today } from "../builders.ts";
import { aClaim } from "../payment-builders.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off" });
  return async () => postgres[Symbol.asyncDispose]();
});

const commands = prepareCommands(postgresDialect);

/** Runs a command in a transaction that stays open until another command waits for it, or does not wait. */
async function answerBeside<Name extends CommandName, StatementAnswer>(
  name: Name,
  args: Parameters<Store[Name]>,
  beside: () => Promise<StatementAnswer>,
): Promise<StatementAnswer> {
  await using clients = new AsyncDisposableStack();
  const [client, watching] = [aClient(clients), aClient(clients)];
  await Promise.all([client.connect(), watching.connect()]);
  const [happened, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const query = async (sent: string | QueryConfig) => {
    if (sent !== "COMMIT") return client.query(sent as QueryConfig);
    happened.resolve();
    await ended.promise;
    return client.query(sent);
  };
  const command = commands[name] as (...given: readonly unknown[]) => CommandSteps<unknown>;
  const run = { qualify: createQualifier("assay"), isReading: false, nowMs: Date.now(), sending: aName() };
  const running = runOn({ query } as unknown as PoolClient, command(...args), run);
  await happened.promise;
  let isAnswered = false;
  const answering = beside().finally(() => (isAnswered = true));
  await until(async () => {
    const { rowCount } = await watching.query("SELECT FROM pg_locks WHERE NOT granted");
    return isAnswered || rowCount! > 0;
  });
  ended.resolve();
  await running;
  return await answering;
}

function aClient(stack: AsyncDisposableStack): Client {
  return stack.adopt(new Client({ connectionString: postgres.url, pipeline: true }), async (client) =>
    client.end(),
  );
}

const open = () => openPostgresStore(postgres.url, { log: silentLog });
const key = () => ({ fingerprint: aName(), createdAtMs: noonMs, origin: null });

test("a key that is created beside the last of the day's is refused", async () => {
  await using store = await open();
  const creator = { address: aName(), day: today, limit: 1 };
  expect(await answerBeside("addKey", [key(), creator], () => store.addKey(key(), creator))).toBe("refused");
});

test("a call beside one that takes the last credits finds too few credits", async () => {
  await using store = await open();
  const account = await anAccount(store, 2);
  const begun = answerBeside("beginCall", [aCall({ account, credits: 2 })], () =>
    store.beginCall(aCall({ account, credits: 2 })),
  );
  expect(await begun).toMatchObject({ outcome: "short" });
});

test("a payment beside another of the same payer for the same request waits for its outcome", async () => {
  await using store = await open();
  const first = aClaim();
  const second = aClaim({ payer: first.payer, request: first.request });
  const claimed = answerBeside("claimPayment", [first], () => store.claimPayment(second));
  expect(await claimed).toMatchObject({ outcome: "under way" });
});
