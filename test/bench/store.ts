import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "pg";
import { openPostgresStore } from "../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../parts/store/store.ts";
import { aCall, aGrant, aName, noonMs, silentLog, today } from "../parts/store/builders.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { share, type Table } from "./table.ts";

const forMs = 1_000;
const turns = 6;
const atOnce = [1, 8];
/** One process charges. */
const owner = "bench";

/** Finds a key and charges it, or does as little as an engine can call a charge. */
type Subject = Readonly<{ name: string; charge(account: string): Promise<unknown> }>;
type Opened = Readonly<{ subjects: readonly Subject[]; stores: readonly Store[] }> & AsyncDisposable;

/** The stores of another version have the same names, and maybe not every command of this one. */
type Openers = Readonly<{
  openSqliteStore: typeof openSqliteStore;
  openPostgresStore: typeof openPostgresStore;
}>;

/** Charges of a key on each store, beside a bare loop on the same engine and another version's stores, in turns. */
export async function measureStore(checkout?: string): Promise<Table> {
  const beside = checkout === undefined ? undefined : await openersOf(resolve(checkout));
  const rows: string[][] = [];
  for (const [engine, open] of [
    ["SQLite", openSqlite],
    ["PostgreSQL", openPostgres],
  ] as const) {
    await using opened = await open(beside);
    for (const callers of atOnce)
      rows.push(...(await compare(`${engine}, ${callers} at once`, opened, callers)));
  }
  return { head: ["store", "charges a second", "of a bare loop", "median µs", "90th percentile"], rows };
}

async function openersOf(folder: string): Promise<Openers> {
  // Before 1.53.0 the store was a folder of the service.
  const store = ["parts/store", "service/parts/store"].find((place) => existsSync(join(folder, place)))!;
  const inFolder = async <Module>(path: string) => (await import(join(folder, store, path))) as Module;
  return {
    ...(await inFolder<Pick<Openers, "openSqliteStore">>("sqlite/sqlite.ts")),
    ...(await inFolder<Pick<Openers, "openPostgresStore">>("postgres/postgres.ts")),
  };
}

async function openSqlite(beside: Openers | undefined): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.adopt(await mkdtemp(join(tmpdir(), "assay-bench-")), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const here = opening.use(await openSqliteStore(join(folder, "here.sqlite")));
  const there = beside && opening.use(await beside.openSqliteStore(join(folder, "there.sqlite")));
  const db = opening.adopt(new DatabaseSync(join(folder, "bare.sqlite")), (one) => one.close());
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db.exec(bareTables);
  const insert = db.prepare("INSERT INTO entries VALUES (?)");
  const take = db.prepare("UPDATE balances SET credits = credits - 1 WHERE account = ?");
  const bare = async (account: string): Promise<void> => {
    db.exec("BEGIN IMMEDIATE");
    insert.run(aName());
    take.run(account);
    db.exec("COMMIT");
  };
  const begin = db.prepare("INSERT INTO balances VALUES (?, 1000000)");
  return opened(opening.move(), { here, there, bare, begin: async (account) => void begin.run(account) });
}

async function openPostgres(beside: Openers | undefined): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await startPostgres());
  const here = opening.use(await openPostgresStore(url, { schema: "here", log: silentLog }));
  const there =
    beside && opening.use(await beside.openPostgresStore(url, { schema: "there", log: silentLog }));
  const pool = opening.adopt(new Pool({ connectionString: url, max: 8 }), async (one) => one.end());
  await pool.query(bareTables);
  const text = `WITH entry AS (INSERT INTO entries VALUES ($1))
    UPDATE balances SET credits = credits - 1 WHERE account = $2`;
  const bare = async (account: string) => pool.query({ name: "charge", text, values: [aName(), account] });
  const begin = async (account: string) => pool.query("INSERT INTO balances VALUES ($1, 1000000)", [account]);
  return opened(opening.move(), { here, there, bare, begin });
}

const bareTables = `CREATE TABLE entries (id text PRIMARY KEY);
  CREATE TABLE balances (account text PRIMARY KEY, credits bigint CHECK (credits >= 0))`;

type Parts = Readonly<{
  here: Store;
  there: Store | undefined;
  bare: Subject["charge"];
  begin(account: string): Promise<unknown>;
}>;

function opened(stack: AsyncDisposableStack, { here, there, bare, begin }: Parts): Opened {
  const subjects: Subject[] = [
    { name: "a bare loop", charge: bare },
    { name: "this version", charge: async (account) => here.beginCallOfKey(aCall({ account, owner })) },
  ];
  if (there)
    subjects.push({ name: "the other version", charge: async (account) => chargeInTwo(there, account) });
  const bareStore = {
    addKey: async () => undefined,
    grant: async ({ account }: { account: string }) => begin(account),
  };
  const stores = [here, ...(there ? [there] : []), bareStore as unknown as Store];
  return { subjects, stores, [Symbol.asyncDispose]: async () => stack.disposeAsync() };
}

/** As versions before 1.52.0 did. */
async function chargeInTwo(store: Store, account: string): Promise<void> {
  await store.findKey(account);
  await store.beginCall(aCall({ account, owner }));
}

async function compare(what: string, { subjects, stores }: Opened, callers: number): Promise<string[][]> {
  const accounts = Array.from({ length: callers }, aName);
  for (const account of accounts) {
    for (const store of stores) {
      const creator = { address: aName(), day: today, limit: 1 };
      await store.addKey({ fingerprint: account, createdAtMs: noonMs, origin: null }, creator);
      await store.grant(aGrant(account, 1_000_000));
    }
  }
  const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const subject of subjects) {
      const taken = await chargeAll(accounts, subject);
      if (turn > 0) times.get(subject)!.push(...taken); // the first turn warms up
    }
  }
  const rates = subjects.map((subject) => times.get(subject)!.length / ((turns * forMs) / 1_000));
  return subjects.map((subject, n) => {
    const sorted = times.get(subject)!.toSorted((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor(part * sorted.length)]! * 1_000).toFixed(0);
    return [`${what}: ${subject.name}`, rates[n]!.toFixed(0), share(rates[n]!, rates[0]!), at(0.5), at(0.9)];
  });
}

/** How long each charge took, in milliseconds. */
async function chargeAll(accounts: readonly string[], { charge }: Subject): Promise<number[]> {
  const untilMs = performance.now() + forMs;
  const times: number[] = [];
  const callers = accounts.map(async (account) => {
    for (let startedMs = performance.now(); startedMs < untilMs;) {
      await charge(account);
      const endedMs = performance.now();
      times.push(endedMs - startedMs);
      startedMs = endedMs;
    }
  });
  await Promise.all(callers);
  return times;
}
