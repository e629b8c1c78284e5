import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Mode } from "../../engine/job.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";
import { inParallel, timed } from "./numbers.ts";
import { watchProcessorTime } from "./processor-time.ts";
import { startService, type ServiceProcess } from "./service-process.ts";
import { share, type Table } from "./table.ts";

const counts = [1, 2, 3];
const verdicts = 300;
/** Of each replica: until V8 has compiled what runs often. */
const warmUp = 100;
const atOnce = 12;
/** What a thread used after the last look is lost when it ends. */
const looksAt = 10;
const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");

/** Static verdicts a second by one, two and three replicas on one PostgreSQL, and whose processor time that takes. */
export async function measureReplicas(): Promise<Table> {
  await using postgres = await startPostgres();
  const rows: string[][] = [];
  for (const count of counts) {
    await using starting = new AsyncDisposableStack();
    const services: ServiceProcess[] = [];
    for (let n = 0; n < count; n += 1)
      services.push(starting.use(await startService({ DATABASE_URL: postgres.url })));
    await work(services, { postgres, count: warmUp * count, mode: "static", name: `warm${count}` });
    const { ms, used, refused } = await work(services, {
      postgres,
      count: verdicts,
      mode: "static",
      name: `run${count}`,
    });
    const available = ms * availableParallelism();
    rows.push([
      String(count),
      ((verdicts * 1000) / ms).toFixed(1),
      ...[used.services, used.store, used.client].map((time) => inThousands(time, verdicts)),
      share(used.services + used.store + used.client, available),
      String(refused),
    ]);
  }
  const head = ["replicas", "static verdicts a second", "service, s for 1,000", "PostgreSQL", "this client"];
  return { head: [...head, "of all processor time", "refused"], rows };
}

/** Processor seconds of 1,000 verdicts in each mode, by one replica. */
export async function measureModes(): Promise<Table> {
  await using postgres = await startPostgres();
  await using service = await startService({ DATABASE_URL: postgres.url, SANDBOX: "docker" });
  const rows: string[][] = [];
  for (const [mode, count] of [
    ["static", verdicts],
    ["repair", verdicts],
    ["execute", verdicts / 4],
  ] as const) {
    await work([service], { postgres, count: Math.round(count / 3), mode, name: `warm_${mode}` });
    const { used, programsMs, refused } = await work([service], {
      postgres,
      count,
      mode,
      name: `run_${mode}`,
    });
    const cells = [used.services, used.store, used.client, programsMs];
    rows.push([mode, ...cells.map((time) => inThousands(time, count)), String(refused)]);
  }
  const head = ["processor seconds for 1,000 verdicts", "service", "PostgreSQL", "this client"];
  return { head: [...head, "programs that ran", "refused"], rows };
}

type Load = Readonly<{ postgres: PostgresServer; count: number; mode: Mode; name: string }>;

/** Distinct programs, shared out between the replicas; what it takes in wall time and in milliseconds of processor time. */
async function work(services: readonly ServiceProcess[], { postgres, count, mode, name }: Load) {
  const watched = services.map(({ pid }) => watchProcessorTime(pid));
  const store = watchProcessorTime(postgres.pid());
  const look = (): void => [...watched, store].forEach((one) => one.look());
  const read = () => ({
    services: watched.reduce((sum, one) => sum + total(one.used()), 0),
    store: total(store.used()),
    client: ownMs(),
  });
  let programsMs = 0;
  /** Where the machine is so busy that the store is late; asked again, it counts as part of the cost. */
  let refused = 0;
  look();
  const before = read();
  const { ms } = await timed(async () =>
    inParallel(count, atOnce, async (index) => {
      const code = programs[mode](`${name}_${index}`);
      const service = services[index % services.length]!;
      let answer = await service.ask({ code, mode });
      for (; answer.error !== undefined; answer = await service.ask({ code, mode })) refused += 1;
      if (answer.valid !== (mode !== "repair"))
        throw new Error(`the service answered ${JSON.stringify(answer)}`);
      programsMs += answer.runtime?.cpu_ms ?? 0;
      if (index % looksAt === 0) look();
    }),
  );
  look();
  const after = read();
  const used = {
    services: after.services - before.services,
    store: after.store - before.store,
    client: after.client - before.client,
  };
  return { ms, used, programsMs, refused };
}

/** Distinct in most of its lines, so that nothing of it can be remembered from another. */
function distinct(name: string): string {
  return sample.replaceAll("Order", `Order${name}`).replaceAll("order_id", `order_id_${name}`);
}

const programs: Readonly<Record<Mode, (name: string) => string>> = {
  static: distinct,
  repair: (name) => `${distinct(name)}\n\ndef half_${name}(x: int) -> float\n    return x / 2\n`,
  // Its main function reads a file, which a box does not have.
  execute: (name) => `${distinct(name).replace(/\nif __name__ == [^]*/, "")}\nprint("${name}")\n`,
};

function total(used: ReadonlyMap<string, number>): number {
  return [...used.values()].reduce((sum, ms) => sum + ms, 0);
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of some, as seconds of a thousand: the two are the same number for one and for a thousand. */
function inThousands(ms: number, count: number): string {
  return (ms / count).toFixed(1);
}
