import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "pg";
import { openPostgresStore } from "../../service/parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../service/parts/store/sqlite/sqlite.ts";
import type { Store } from "../../service/parts/store/store.ts";
import { aCall, aGrant, aName, silentLog } from "../service/parts/store/builders.ts";
import { startPostgres } from "../support/postgres-server.ts";
import type { Row } from "./row.ts";

const forMs = 3_000;
const atOnce = [1, 8];

/** One charge on an engine without a store around it: an entry and a balance, durable. */
type BareCharge = (account: string) => Promise<unknown>;

/** Charges a second by the store, beside a bare loop on the same engine. */
export async function measureStore(): Promise<Row[]> {
  return [...(await measureSqlite()), ...(await measurePostgres())];
}

async function measureSqlite(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  await using store = await openSqliteStore(join(folder, "store.sqlite"));
  const db = new DatabaseSync(join(folder, "bare.sqlite"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db.exec(
    "CREATE TABLE entries (id TEXT PRIMARY KEY); CREATE TABLE balances (account TEXT PRIMARY KEY, credits INT)",
  );
  const insert = db.prepare("INSERT INTO entries VALUES (?)");
  const take = db.prepare(
    "INSERT INTO balances VALUES (?, 0) ON CONFLICT DO UPDATE SET credits = credits - 1",
  );
  const bare: BareCharge = async (account) => {
    db.exec("BEGIN IMMEDIATE");
    insert.run(aName());
    take.run(account);
    db.exec("COMMIT");
  };
  const rows = await compare("SQLite", store, bare);
  db.close();
  await rm(folder, { recursive: true, force: true });
  return rows;
}

async function measurePostgres(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using store = await openPostgresStore(postgres.url, { log: silentLog });
  const pool = new Pool({ connectionString: postgres.url, max: 8 });
  await pool.query("CREATE TABLE bare_entries (id text PRIMARY KEY)");
  await pool.query("CREATE TABLE bare_balances (account text PRIMARY KEY, credits bigint)");
  const text = `WITH entry AS (INSERT INTO bare_entries VALUES ($1))
    INSERT INTO bare_balances AS b VALUES ($2, 0) ON CONFLICT (account) DO UPDATE SET credits = b.credits - 1`;
  const rows = await compare("PostgreSQL", store, async (account) =>
    pool.query({ name: "charge", text, values: [aName(), account] }),
  );
  await pool.end();
  return rows;
}

async function compare(engine: string, store: Store, bare: BareCharge): Promise<Row[]> {
  const rows: Row[] = [];
  for (const callers of atOnce) {
    const accounts = Array.from({ length: callers }, aName);
    for (const account of accounts) await store.grant(aGrant(account, 1_000_000));
    const ours = await chargesASecond(accounts, async (account) => store.beginCall(aCall({ account })));
    const theirs = await chargesASecond(accounts, bare);
    const what = `${engine}, ${callers} at once`;
    rows.push(
      { what, value: ours, unit: "charges/s" },
      { what: `${what}: a bare loop`, value: theirs, unit: "charges/s" },
      { what: `${what}: of a bare loop`, value: (100 * ours) / theirs, unit: "%" },
    );
  }
  return rows;
}

async function chargesASecond(accounts: readonly string[], charge: BareCharge): Promise<number> {
  const startedMs = performance.now();
  let charges = 0;
  const callers = accounts.map(async (account) => {
    for (; performance.now() - startedMs < forMs; charges += 1) await charge(account);
  });
  await Promise.all(callers);
  return charges / ((performance.now() - startedMs) / 1_000);
}
