import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ledger as ledgerCommand } from "../../scripts/ledger/ledger.ts";
import { openPostgresStore } from "../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../parts/store/store.ts";
import { aCall, aGrant, aName, noonMs, silentLog } from "../parts/store/builders.ts";
import { aCheckout, aDeposit, aKey, aTx, terms } from "../parts/store/treasury-builders.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";
import { runHere, runScript, type Ended } from "./commands.ts";
import { aHistory, wei } from "./ledger-history.ts";
import { lies, tamper } from "./ledger-lies.ts";

let folder: string;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-ledger-"));
  postgres = await startPostgres({ fsync: "off" });
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Place = Readonly<{ env: Record<string, string>; open(): Promise<Store> }>;

/** A store of its own for every test. */
let sqlite: Place & { file: string };
beforeEach(() => {
  const dataDir = join(folder, aName());
  const file = join(dataDir, "assay.sqlite");
  sqlite = { file, env: { DATA_DIR: dataDir }, open: () => openSqliteStore(file) };
});

const ledger = (args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  runHere(ledgerCommand, args, env);

const checked = {
  ok: true,
  accounts: 1,
  entries: 7,
  credits: 60,
  owed: 0,
  remainder_wei: "1200",
  deposits: { seen: 0, credited: 2, unclaimed: 1 },
  unclaimed_wei: "77",
  reservations_settled: 1,
  checkouts: { open: 0, credited: 1, closed: 0 },
  contradictions: [],
};

describe("verify", () => {
  test("finds nothing wrong in an honest SQLite store, and prints what it checked", async () => {
    await using store = await sqlite.open();
    await aHistory(store);
    const { code, stdout, stderr } = await ledger(["verify"], sqlite.env);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual([
      "Nothing contradicts.",
      "  accounts     1, holding 60 credits and 1200 wei left over",
      "  entries      7",
      "  deposits     2 credited, 1 unclaimed (77 wei), 0 seen",
      "  reservations 1 settled",
      "  checkouts    1 credited, 0 open, 0 closed",
      "",
    ]);
    const { stdout: json } = await ledger(["verify", "--json"], sqlite.env);
    expect(JSON.parse(json)).toEqual(checked);
  });

  test("finds nothing wrong in an honest PostgreSQL store", async () => {
    await using store = await openPostgresStore(postgres.url, { log: silentLog });
    await aHistory(store);
    const { code, stdout } = await ledger(["verify", "--json"], { DATABASE_URL: postgres.url });
    expect([code, JSON.parse(stdout)]).toEqual([0, checked]);
  });

  test("finds nothing wrong in an empty store, and checks one with more than a page of each table", async () => {
    await using store = await sqlite.open();
    expect((await ledger(["verify"], sqlite.env)).code).toBe(0);
    const accounts = await Promise.all(Array.from({ length: 450 }, () => aKey(store)));
    await Promise.all(
      accounts.map(async (account) => {
        await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1500" }), terms);
        await store.addCheckout(aCheckout({ account }));
      }),
    );
    const { code, stdout } = await ledger(["verify", "--json"], sqlite.env);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { accounts: 450, entries: 450, credits: 450, remainder_wei: "225000", checkouts: { open: 450 } },
    ]);
  });

  test.for(["SQLite", "PostgreSQL"])("finds nothing wrong while others write to %s", async (kind) => {
    const place = kind === "SQLite" ? sqlite : { env: { DATABASE_URL: postgres.url }, open: openPostgres };
    await using store = await place.open();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => aKey(store)));
    let isWriting = true;
    const writing = accounts.map(async (account) => {
      for (let n = 0; n < 20; n += 1) await writeABit(store, account);
    });
    void Promise.all(writing).finally(() => {
      isWriting = false;
    });
    for (let round = 0; isWriting || round < 2; round += 1) {
      const { code, stdout } = await ledger(["verify"], place.env);
      expect([code, stdout.split("\n")[0]]).toEqual([0, "Nothing contradicts."]);
    }
    await Promise.all(writing);
    const { stdout } = await ledger(["verify", "--json"], place.env);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  test.for(Object.entries(lies))("exits with 1 and reports %s", async ([, { does, says }]) => {
    const names = await (async () => {
      await using store = await sqlite.open();
      return await aHistory(store);
    })();
    tamper(sqlite.file, does(names));
    const { code, stdout } = await ledger(["verify", "--json"], sqlite.env);
    const { ok, contradictions } = JSON.parse(stdout) as { ok: boolean; contradictions: string[] };
    expect([code, ok]).toEqual([1, false]);
    expect(contradictions).toHaveLength(says(names).length);
    expect(contradictions).toEqual(expect.arrayContaining(says(names)));
    const text = await ledger(["verify"], sqlite.env);
    expect(text.code).toBe(1);
    expect(text.stdout).toContain(`contradiction`);
    for (const sentence of contradictions) expect(text.stdout).toContain(`  - ${sentence}\n`);
  });
});

describe("show", () => {
  test("explains a balance entry by entry", async () => {
    await using store = await sqlite.open();
    const names = await aHistory(store);
    const { account, kept, givenBack, checkout, named, reservation, settling, open } = names;
    await store.seeDeposit(aDeposit({ amountWei: open.amountWei, tx: aTx() }));
    const { code, stdout, stderr } = await ledger(["show", `0x${account.toUpperCase()}`], sqlite.env);
    expect([code, stderr]).toEqual([0, ""]);
    const at = "2026-11-15T12:0";
    expect(stdout.trimEnd().split("\n")).toEqual([
      `Key ${account}, since ${at}0:00.000Z`,
      `  ${at}0:00.000Z      +10         10  granted (operator:${account})`,
      `  ${at}0:00.000Z       -3          7  charged for call ${kept.id}`,
      `  ${at}0:00.000Z       -1          6  charged for call ${givenBack.id}`,
      `  ${at}0:01.000Z       +1          7  given back for call ${givenBack.id}`,
      `  ${at}0:02.000Z      +50         57  paid by card, checkout ${checkout.session}`,
      `  ${at}1:00.000Z       +2         59  deposited ${wei} wei at 1000000000000000000 a credit, transaction ${named.tx}, sent by ${named.sender}`,
      `  ${at}1:00.000Z       +1         60  deposited 1000000000000000700 wei at 1000000000000000000 a credit, transaction ${settling.tx}, sent by ${settling.sender}, reservation ${reservation.id}`,
      "Holds 60 credits, and 1200 wei toward the next.",
      expect.stringMatching(
        new RegExp(
          `^Open reservation ${open.id}: ${open.amountWei} wei for 3 credits until 2286.*Z; transaction 0x\\w{64} is seen\\.$`,
        ),
      ),
    ]);
  });

  test("knows a key without entries, and a revoked key with some", async () => {
    await using store = await sqlite.open();
    const [fresh, { account }] = [await aKey(store), await aHistory(store)];
    await store.revokeKey(account, noonMs);
    expect((await ledger(["show", fresh], sqlite.env)).stdout).toContain("no entries yet\nHolds 0 credits");
    const { code, stdout } = await ledger(["show", account], sqlite.env);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Key ${account}, revoked or unknown`)]);
  });

  test("reports where entries and balance differ, and where a deposit is not recorded", async () => {
    const { account } = await (async () => {
      await using store = await sqlite.open();
      return await aHistory(store);
    })();
    tamper(sqlite.file, "UPDATE balances SET credits = 61; DELETE FROM deposits");
    const { stdout } = await ledger(["show", account], sqlite.env);
    expect(stdout).toContain("Its entries add up to 60: see npm run ledger -- verify.");
    expect(stdout).toContain("which is not recorded");
  });

  test("exits with 1 for a key that the store does not know", async () => {
    await using _store = await sqlite.open();
    const { code, stdout, stderr } = await ledger(["show", "ab".repeat(32)], sqlite.env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/Unknown key .*DATA_DIR or DATABASE_URL/);
  });
});

describe("a wrong call", () => {
  test.for<[string, string[]]>([
    ["nothing", []],
    ["an unknown word", ["prove"]],
    ["two arguments after verify", ["verify", "all"]],
    ["an unknown option", ["verify", "--fast"]],
    ["show without a fingerprint", ["show"]],
    ["show with a key", ["show", `asy_${"0".repeat(40)}`]],
    ["show with two fingerprints", ["show", "ab".repeat(32), "cd".repeat(32)]],
    ["show with --json", ["show", "ab".repeat(32), "--json"]],
  ])("exits with 2 and prints the usage: %s", async ([, args]) => {
    const { code, stdout, stderr } = await ledger(args, sqlite.env);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("npm run ledger -- show <fingerprint>");
  });

  test("exits with 1 for a folder without a store, and creates no store there", async () => {
    for (let round = 0; round < 2; round += 1) {
      const { code, stderr } = await ledger(["verify"], sqlite.env);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/There is no store at .*set DATA_DIR or DATABASE_URL/),
      ]);
    }
  });

  test("exits with 1 and one sentence when PostgreSQL is unreachable", async () => {
    const { code, stdout, stderr } = await ledger(["verify"], {
      DATABASE_URL: "postgres://127.0.0.1:1/assay",
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("store cannot be reached");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("exits with 1 and names a bad configuration", async () => {
    const { code, stderr } = await ledger(["verify"], { DATABASE_URL: "nonsense" });
    expect([code, stderr]).toEqual([1, expect.stringContaining("DATABASE_URL")]);
  });
});

test("the ledger process prints its usage, and exits with the code", async () => {
  const help = { code: 0, stdout: expect.stringContaining("npm run ledger -- verify"), stderr: "" };
  expect(await runScript("scripts/ledger.ts", ["--help"])).toEqual(help);
  expect(await runScript("scripts/ledger.ts", ["verify", "--fast"])).toMatchObject({ code: 2, stdout: "" });
});

const openPostgres = () => openPostgresStore(postgres.url, { log: silentLog });

async function writeABit(store: Store, account: string): Promise<void> {
  const call = aCall({ account, credits: 1 });
  await store.grant(aGrant(account, 1));
  await store.beginCall(call);
  await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1300" }), terms);
  await store.giveBackCall(call.id, noonMs);
  const checkout = aCheckout({ account });
  await store.addCheckout(checkout);
  await store.grant({ account, delta: 50, reason: "card", reference: checkout.session, atMs: noonMs });
}
