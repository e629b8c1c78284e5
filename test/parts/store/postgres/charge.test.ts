import { Client, Pool } from "pg";
import { beforeAll, expect, test } from "vitest";
import { chargeAtOnce } from "../../../../parts/store/postgres/charge.ts";
import { openPostgresStore } from "../../../../parts/store/postgres/postgres.ts";
import { createQualifier } from "../../../../parts/store/postgres/qualify.ts";
import { runOn, type CommandRun } from "../../../../parts/store/postgres/run.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { startPostgres, type PostgresServer } from "../../../support/postgres-server.ts";
import { until } from "../../../support/until.ts";
import { aCall, aGrant, anAnswer, aName, noonMs, silentLog, sumOfEntries, today } from "../builders.ts";
import { aKey } from "../treasury-builders.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off" });
  return async () => postgres[Symbol.asyncDispose]();
});

const open = () => openPostgresStore(postgres.url, { log: silentLog });

async function aKeyWith(store: Store, credits: number): Promise<string> {
  const account = await aKey(store);
  await store.grant(aGrant(account, credits));
  return account;
}

/** Another connection on the same tables. */
async function connect(stack: AsyncDisposableStack): Promise<Client> {
  const client = stack.adopt(new Client(postgres.url), async (one) => one.end());
  await client.connect();
  await client.query("SET search_path = assay");
  return client;
}

/** Takes the locks that another command takes, until it is released. */
async function hold(stack: AsyncDisposableStack, name: string): Promise<() => Promise<void>> {
  const client = await connect(stack);
  await client.query("BEGIN");
  await client.query(
    "SELECT pg_advisory_xact_lock(hashtextextended(current_schema || '_ed4985701c4a ' || $1, 0))",
    [name],
  );
  return async () => void (await client.query("COMMIT"));
}

async function untilOneWaits(stack: AsyncDisposableStack): Promise<void> {
  const client = await connect(stack);
  await until(async () => (await client.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount! > 0);
}

test("an answer that is kept while a charge waits is returned, and nothing is taken", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  const first = aCall({ account: await aKeyWith(store, 5) });
  await store.beginCallOfKey(first);
  const letGo = await hold(stack, `account ${first.account}`);
  const again = store.beginCallOfKey({ ...first, id: aName() });
  await untilOneWaits(stack);
  await store.keepCall(first.id, anAnswer("kept meanwhile"));
  await letGo();
  expect(await again).toMatchObject({ outcome: "answered", answer: "kept meanwhile" });
  expect(await sumOfEntries(store, first.account)).toBe(4);
});

test("an equal call that began and was kept while a charge waited for their owner answers it", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  const first = aCall({ account: await aKeyWith(store, 5) });
  const owner = aName();
  const letGo = await hold(stack, `owner ${owner}`);
  const again = store.beginCallOfKey({ ...first, owner, id: aName() });
  await untilOneWaits(stack);
  await store.beginCallOfKey(first);
  await store.keepCall(first.id, anAnswer("worked out meanwhile"));
  await letGo();
  expect(await again).toMatchObject({ outcome: "answered", answer: "worked out meanwhile" });
  expect(await sumOfEntries(store, first.account)).toBe(4);
});

test("a charge that pauses between its reads and its locks takes nothing beside an equal call", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  const first = aCall({ account: await aKeyWith(store, 5) });
  const pool = stack.adopt(new Pool({ connectionString: postgres.url }), async (one) => one.end());
  const client = await pool.connect();
  stack.defer(() => client.release());
  const holder = await connect(stack);
  await holder.query("SELECT pg_advisory_lock(1)");
  const qualified = createQualifier("assay");
  const ownLock = "pg_try_advisory_xact_lock_shared(";
  // At its first lock the statement has its snapshot already, and waits.
  const qualify: CommandRun["qualify"] = (statement) =>
    qualified(statement).replace(
      ownLock,
      `(SELECT pg_advisory_xact_lock_shared(1) IS NOT NULL) AND ${ownLock}`,
    );
  const run = { qualify, isReading: false, nowMs: null, sending: aName() };
  const again = runOn(client, chargeAtOnce({ ...first, owner: aName(), id: aName() }), run);
  await untilOneWaits(stack);
  await store.beginCallOfKey(first);
  await store.keepCall(first.id, anAnswer("kept meanwhile"));
  await holder.query("SELECT pg_advisory_unlock(1)");
  expect(await again).toEqual({ answer: undefined });
  expect(await sumOfEntries(store, first.account)).toBe(4);
});

test("a charge beside a reversal that takes the last credits finds too few credits", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  const account = await aKeyWith(store, 5);
  const letGo = await hold(stack, `account ${account}`);
  const sold = { credits: 5, amountCents: 50 };
  const refund = { reference: aName(), session: aName(), account, cents: 50, sold, atMs: noonMs };
  const reversing = store.reverse(refund);
  await untilOneWaits(stack);
  const charging = store.beginCallOfKey(aCall({ account, credits: 5 }));
  await letGo();
  const [reversed, { outcome }] = await Promise.all([reversing, charging]);
  expect(reversed).toBe("reversed");
  expect(["short", "taken"]).toContain(outcome);
  const { credits, owed } = await store.readStatement(account);
  expect([credits, owed]).toEqual(outcome === "taken" ? [0, 5] : [0, 0]);
});

test("a balance that a trigger finds too small is unchanged, and the call finds too few credits", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  const account = await aKeyWith(store, 5);
  const client = await connect(stack);
  // Between the statement's reads and its writes, another caller has taken the credits.
  await client.query(`CREATE OR REPLACE FUNCTION drain() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.reason = 'charge' AND new.account = '${account}' THEN
        UPDATE assay.balances SET credits = 0 WHERE account = new.account;
      END IF;
      RETURN new;
    END $$`);
  await client.query("CREATE TRIGGER drain BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION drain()");
  await expect(store.beginCallOfKey(aCall({ account, credits: 5 }))).rejects.toThrow(
    /violates check constraint/,
  );
  await client.query("DROP TRIGGER drain ON entries");
  expect(await store.readAccount(account, today)).toEqual({ credits: 5, usedToday: 0 });
  expect(await sumOfEntries(store, account)).toBe(5);
});

test("a query for one account's open call does not scan everybody's", async () => {
  await using store = await open();
  await using stack = new AsyncDisposableStack();
  await store.ping();
  const client = await connect(stack);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    "EXPLAIN SELECT FROM calls WHERE account = 'a' AND digest = 'b' AND state = 'open'",
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/using open_calls on calls/);
});
