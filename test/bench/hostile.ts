import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startChainProcess } from "./chain-process.ts";
import type { Attack, Target } from "./hostile/attack.ts";
import { bodyAttack } from "./hostile/bodies.ts";
import { docstringAttack } from "./hostile/docstrings.ts";
import { hangUpAttack } from "./hostile/hang-ups.ts";
import { honestCaller } from "./hostile/honest.ts";
import { preparePayments } from "./hostile/payments.ts";
import { sourceAttack } from "./hostile/sources.ts";
import { inParallel } from "./numbers.ts";
import { printRows } from "./row.ts";
import { startService } from "./service-process.ts";
import { randomFrom } from "../service/parts/store/random.ts";

const counts = { body: 900, source: 400, docstring: 200, payment: 300, "hang-up": 300 } as const;
const attackers = 6;
const attacksAtOnce = 4;
const quietCalls = 300;
const run = promisify(execFile);

/**
 * Thousands of hostile inputs from a few attackers while an honest caller works. Returns 1 where a promise is broken: an
 * honest answer is wrong, the service has a defect, a wrong program is called valid, a payment buys twice, the ledger is off.
 */
export async function measureHostile(seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  await using chain = await startChainProcess();
  const env = { ...chain.env, DATA_DIR: folder, SANDBOX: "docker", TRUST_PROXY: "1", LOG_LEVEL: "info" };
  const limits = { FREE_CALLS_PER_DAY: "1000000", KEYS_PER_ADDRESS_PER_DAY: "100" };
  const problems: string[] = [];
  {
    await using service = await startService({ ...env, ...limits });
    const honest = honestCaller(await target(service.url, env, "198.51.100.1"));
    const hostile = await Promise.all(
      Array.from({ length: attackers }, async (_, n) => target(service.url, env, `203.0.113.${n + 1}`)),
    );
    const payments = await preparePayments(service.url, chain.payers[0]!);
    const attacks = await planAttacks(service.url, seed, payments.attack);

    await honest.learn();
    const quiet = await honest.work(quietCalls, () => true);
    await loopDelayMs(service.url);
    const memory = [service.memoryMb()];

    let isOver = false;
    const outcomes = new Map<string, number>();
    const judged = new Map<Attack["kind"], number>();
    const attacking = inParallel(attacks.length, attacksAtOnce, async (index) => {
      const attack = attacks[index]!;
      const outcome = await attack.run(hostile[index % attackers]!).catch(() => "the connection was lost");
      if (outcome === "held") judged.set(attack.kind, (judged.get(attack.kind) ?? 0) + 1);
      else if (outcome !== "refused") {
        const told = `${attack.kind}: ${attack.name}: ${outcome}`;
        outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
      }
      if ((index + 1) % 500 === 0) {
        memory.push(service.memoryMb());
        console.error(`  ${index + 1} of ${attacks.length} …`);
      }
    }).finally(() => (isOver = true));
    const loaded = await honest.work(quietCalls, () => isOver);
    await attacking;
    const delayMs = await loopDelayMs(service.url);

    for (const [told, count] of outcomes) problems.push(`${told} (${count} times)`);
    if (loaded.wrong + quiet.wrong > 0)
      problems.push(`${loaded.wrong + quiet.wrong} honest answers were wrong`);
    // Refusing everything would keep every promise: what is not looked at proves nothing.
    if ((judged.get("docstring") ?? 0) === 0) problems.push("no forging program was judged");
    if (payments.served() !== 1) problems.push(`one payment bought ${payments.served()} calls`);
    printRows(
      `${attacks.length} hostile inputs (seed ${seed}), ${attacksAtOnce} at a time, beside an honest caller`,
      [
        { what: "honest calls meanwhile", value: loaded.calls, unit: "" },
        { what: "honest answers that were wrong", value: loaded.wrong, unit: "" },
        { what: "honest caller, quiet: median", value: quiet.medianMs, unit: "ms" },
        { what: "honest caller, quiet: 99th percentile", value: quiet.p99Ms, unit: "ms" },
        { what: "honest caller, attacked: median", value: loaded.medianMs, unit: "ms" },
        { what: "honest caller, attacked: 99th percentile", value: loaded.p99Ms, unit: "ms" },
        { what: "99th percentiles, attacked ÷ quiet", value: loaded.p99Ms / quiet.p99Ms, unit: "times" },
        { what: "event-loop delay, 99th percentile", value: delayMs, unit: "ms" },
        ...memory.map((value, at) => ({ what: `memory after ${at * 500} inputs`, value, unit: "MB" })),
        ...Array.from(judged, ([kind, value]) => ({
          what: `answered, not refused: ${kind}`,
          value,
          unit: "",
        })),
        { what: "different calls that one payment bought", value: payments.served(), unit: "" },
        { what: "promises broken", value: problems.length, unit: "" },
      ],
    );
  }
  problems.push(...(await ledgerProblems(env)));
  rmSync(folder, { recursive: true, force: true });
  for (const problem of problems) console.log(`  ${problem}`);
  console.log(problems.length === 0 ? "  every promise held; the ledger is exact" : "");
  return problems.length === 0 ? 0 : 1;
}

/** A key with credits, held by a caller at an address of its own. */
async function target(url: string, env: Readonly<Record<string, string>>, address: string): Promise<Target> {
  const response = await fetch(`${url}/v1/keys`, { method: "POST", headers: { "x-forwarded-for": address } });
  const { api_key: key } = (await response.json()) as { api_key: string };
  execFileSync(process.execPath, ["scripts/grant-credits.ts", key, "100000"], {
    env: { ...process.env, ...env },
  });
  return { url, key, address };
}

/** Every kind in its number, in an order given by the seed. */
async function planAttacks(
  url: string,
  seed: number,
  payment: (random: () => number) => Attack,
): Promise<Attack[]> {
  const random = randomFrom(seed);
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const paths = Object.entries(description.paths)
    .filter(([, methods]) => "post" in methods)
    .map(([path]) => path);
  const kinds = {
    body: () => bodyAttack(random, paths),
    source: () => sourceAttack(random),
    docstring: () => docstringAttack(random),
    payment: () => payment(random),
    "hang-up": () => hangUpAttack(random),
  };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .flatMap((kind) => Array.from({ length: counts[kind] }, kinds[kind]))
    .map((attack) => ({ attack, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ attack }) => attack);
}

/** Since it was last asked for. */
async function loopDelayMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

async function ledgerProblems(env: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    await run(process.execPath, ["scripts/ledger.ts", "verify"], { env: { ...process.env, ...env } });
    return [];
  } catch (error) {
    return [`the ledger does not add up: ${(error as { stdout?: string }).stdout ?? String(error)}`];
  }
}
