import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginCall } from "../../../service/payment/account.ts";
import { startHousekeeping } from "../../../service/payment/housekeeping.ts";
import { readConfig } from "../../../service/config.ts";
import type { Judgement } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { systemClock, type Clock } from "../../../platform/clock.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { nameOwner } from "../../../platform/owner.ts";
import { openPostgresStore } from "../../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../parts/store/store.ts";
import { manualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import { until } from "../../support/until.ts";
import { anAccount, silentLog } from "../../parts/store/builders.ts";
import { aClaim, another } from "../../parts/store/payment-builders.ts";
import { noTools } from "../../support/no-tools.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const beatMs = 2000;
const lifeMs = 15_000;
const price = 3;
const judgement = { verdict: { valid: true }, isComplete: true } as unknown as Judgement;

let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  [postgres, folder] = await Promise.all([
    startPostgres({ fsync: "off" }),
    mkdtemp(join(tmpdir(), "assay-skew-")),
  ]);
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A process as the store knows it. One of another machine cannot be observed, and may have another clock. */
function aProcess(store: Store, clock: Clock, owner = `elsewhere|1|1|${randomUUID()}`) {
  let isDead = false;
  let isAsleep = false;
  const sleep: Clock["sleep"] = async (ms, signal) => {
    isAsleep = true;
    await clock.sleep(ms, signal);
    isAsleep = false;
    if (isDead) await new Promise(() => undefined);
  };
  const config = readConfig({ FREE_CALLS_PER_DAY: "0" });
  const stopping = new AbortController().signal;
  const metrics = createMetrics();
  const parts = {
    store,
    clock: { ...clock, sleep },
    engine: noTools,
    log: silentLog,
    metrics,
    config,
    owner,
    stopping,
  };
  return {
    owner,
    metrics,
    start: async () => startHousekeeping(parts),
    begin: async (account: string) => {
      const job = Job.parse({ code: randomUUID(), mode: "repair" });
      const begun = await beginCall(parts, { kind: "key", account, address: "" }, job, stopping);
      if (begun.outcome !== "held") throw new Error("it was answered before");
      return begun.payment;
    },
    isQuiet: () => isDead || isAsleep,
    /** From now on it sends no heartbeats, and settles nothing. */
    die: () => void (isDead = true),
  };
}

const off = (clock: Clock, skewMs: number): Clock => ({ ...clock, now: () => clock.now() + skewMs });

/** This much time passes, and every process sends its heartbeats on time. */
async function pass(clock: ManualClock, ms: number, processes: readonly ReturnType<typeof aProcess>[]) {
  const areQuiet = (): boolean => processes.every(({ isQuiet }) => isQuiet());
  await until(areQuiet);
  for (let leftMs = ms; leftMs > 0; leftMs -= beatMs) {
    await clock.advance(Math.min(beatMs, leftMs));
    await until(areQuiet);
  }
}

const creditsOf = async (store: Store, account: string) => (await store.readAccount(account, "")).credits;

async function goneCalls({ metrics }: ReturnType<typeof aProcess>): Promise<number> {
  const { body } = await metrics.text();
  const counts = body.matchAll(/^assay_calls_gone_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe.for(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  /** A store that has nothing yet. */
  async function open(clock?: Clock): Promise<Store> {
    return kind === "PostgreSQL"
      ? openPostgresStore(postgres.url, { schema: randomUUID(), log: silentLog, clock })
      : openSqliteStore(join(folder, `${randomUUID()}.sqlite`), { clock });
  }

  describe.for([minuteMs, -minuteMs, dayMs, -dayMs])("a process whose clock is off by %i ms", (skewMs) => {
    test("leaves another's charges and payments alone while both live, and the other does the same", async () => {
      const clock = manualClock();
      await using store = await open(clock);
      const processes = [aProcess(store, off(clock, skewMs)), aProcess(store, clock)];
      await using closing = new AsyncDisposableStack();
      for (const { start } of processes) closing.use(await start());
      const account = await anAccount(store, 10);
      const calls = [await processes[0]!.begin(account), await processes[1]!.begin(account)];
      const claims = processes.map(({ owner }) => aClaim({ owner }));
      for (const claim of claims) expect((await store.claimPayment(claim)).outcome).toBe("claimed");
      await pass(clock, minuteMs, processes);
      for (const claim of claims)
        expect((await store.claimPayment(another(claim))).outcome).toBe("under way");
      for (const call of calls) await call.keep(judgement, new AbortController().signal);
      expect(await creditsOf(store, account)).toBe(10 - 2 * price);
      expect((await store.readEntries(account)).map(({ reason }) => reason)).not.toContain("give_back");
      expect(await Promise.all(processes.map(goneCalls))).toEqual([0, 0]);
    });

    test("gives back the charges of one that dies only after it has been silent for long enough", async () => {
      const clock = manualClock();
      await using store = await open(clock);
      const [victim, other] = [aProcess(store, clock), aProcess(store, off(clock, skewMs))];
      await victim.start();
      await using _house = await other.start();
      const account = await anAccount(store, 10);
      const call = await victim.begin(account);
      await pass(clock, 10 * beatMs, [victim, other]);
      victim.die();
      await pass(clock, lifeMs - beatMs, [other]);
      expect(await creditsOf(store, account)).toBe(10 - price);
      await pass(clock, 2 * beatMs, [other]);
      expect(await creditsOf(store, account)).toBe(10);
      // If it was only asleep, there must be a warning.
      await call.keep(judgement, new AbortController().signal);
      expect([await goneCalls(victim), await creditsOf(store, account)]).toEqual([1, 10]);
    });

    test("leaves others alone by the store's own time", async () => {
      await using store = await open();
      const victim = aProcess(store, off(systemClock, -skewMs));
      await store.heartbeat(victim.owner, lifeMs);
      const account = await anAccount(store, 10);
      await victim.begin(account);
      const other = aProcess(store, off(systemClock, skewMs));
      await (await other.start())[Symbol.asyncDispose]();
      expect(await creditsOf(store, account)).toBe(10 - price);
      await store.heartbeat(victim.owner, 0);
      await (await other.start())[Symbol.asyncDispose]();
      expect(await creditsOf(store, account)).toBe(10);
    });
  });

  test("a live process of this machine is left alone however long it is silent, and its charges are given back once it is gone", async () => {
    await using store = await open();
    const ownerModule = fileURLToPath(new URL("../../../platform/owner.ts", import.meta.url));
    const script = `import { nameOwner } from ${JSON.stringify(ownerModule)}; console.log(nameOwner()); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    try {
      const [owner] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
      child.kill("SIGSTOP");
      const account = await anAccount(store, 10);
      await aProcess(store, systemClock, owner).begin(account);
      await store.heartbeat(owner, 0);
      const other = aProcess(store, systemClock, nameOwner());
      const look = async () => (await other.start())[Symbol.asyncDispose]();
      await look();
      expect(await creditsOf(store, account)).toBe(10 - price);
      child.kill("SIGKILL");
      await exited;
      await store.heartbeat(owner, minuteMs);
      await look();
      expect(await creditsOf(store, account)).toBe(10);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
