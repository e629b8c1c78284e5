import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { payPerCall } from "../support/pay-per-call.ts";
import { startChainProcess } from "./chain-process.ts";
import { behindOthers } from "./helper-priority.ts";
import type { Target } from "./hostile/attack.ts";
import { startAttackers } from "./hostile/attackers.ts";
import type { AttackReport } from "./hostile/attackers-process.ts";
import { startHonestCaller } from "./hostile/honest-caller.ts";
import { createStretches, type Stretch } from "./hostile/stretches.ts";
import { printRows } from "./row.ts";
import { startService } from "./service-process.ts";

const attackers = 6;
const attacksAtOnce = 4;
/** Until everything is warm. */
const warmingCalls = 500;
/**
 * Attack and quiet take turns, so that what else happens on the machine meets both. A quiet stretch begins when what an
 * attack has left behind, such as boxes to be replaced, is over.
 */
const inAPart = 150;
const settlingCalls = 300;
const quietCalls = 500;
/** Fewer tell nothing of the slowest hundredth. */
const minCounted = 2000;
const maxSlowdown = 3;
const run = promisify(execFile);

/**
 * Thousands of hostile inputs from a few attackers while an honest caller works. Returns 1 where a promise is broken: an
 * honest answer is wrong or late, the service has a defect, a wrong program is called valid, a payment buys twice, the
 * ledger is off. The service, the honest caller, the attackers and the chain are processes with sessions of their own.
 */
export async function measureHostile(seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  await using chain = await startChainProcess(behindOthers);
  const env = { ...chain.env, DATA_DIR: folder, SANDBOX: "docker", TRUST_PROXY: "1", LOG_LEVEL: "info" };
  const limits = { FREE_CALLS_PER_DAY: "1000000", KEYS_PER_ADDRESS_PER_DAY: "100" };
  const problems: string[] = [];
  {
    await using service = await startService({ ...env, ...limits });
    const { url } = service;
    await using honest = await startHonestCaller(await target(url, env, "198.51.100.1"));
    const targets = await Promise.all(
      Array.from({ length: attackers }, async (_, n) => target(url, env, `203.0.113.${n + 1}`)),
    );
    const signed = await payPerCall(url, chain.payers[0]!).sign("static");
    await using hostile = await startAttackers({ url, seed, targets, signed, attacksAtOnce, inAPart });

    await honest.work(warmingCalls);
    const memory = [{ when: "before", mb: service.memoryMb() }];
    const [quiet, attacked] = [createStretches(), createStretches()];
    tell("quiet", await quiet.add(async () => honest.work(quietCalls)));
    let delayMs = 0;
    let wrongAnswers = 0;
    let report: AttackReport;
    do {
      await service.loopDelayMs();
      const attacking = hostile.attack();
      const stretch = await attacked.add(async () => honest.work(0, attacking));
      tell("attacked", stretch);
      report = await attacking;
      const partsDelayMs = await service.loopDelayMs();
      if (stretch.isCounted) delayMs = Math.max(delayMs, partsDelayMs);
      memory.push({ when: `after ${report.done} inputs`, mb: service.memoryMb() });
      console.error(`  ${report.done} of ${report.of} …`);
      wrongAnswers += (await honest.work(settlingCalls)).wrong;
      tell("quiet", await quiet.add(async () => honest.work(quietCalls)));
    } while (report.done < report.of);

    const { judged, wrong, paymentServed } = report;
    const slowdown = attacked.ms(0.99) / quiet.ms(0.99);
    for (const [told, count] of Object.entries(wrong)) problems.push(`${told} (${count} times)`);
    wrongAnswers += quiet.wrong() + attacked.wrong();
    if (wrongAnswers > 0) problems.push(`${wrongAnswers} honest answers were wrong`);
    const counted = Math.min(quiet.countedCalls(), attacked.countedCalls());
    if (counted < minCounted)
      problems.push("the machine's host was too busy for the times to count: run it again later");
    else if (slowdown > maxSlowdown)
      problems.push(`honest answers took ${slowdown.toFixed(1)} times as long`);
    // Refusing everything would keep every promise: what is not looked at proves nothing.
    if ((judged.docstring ?? 0) === 0) problems.push("no forging program was judged");
    if (paymentServed !== 1) problems.push(`one payment bought ${paymentServed} calls`);
    printRows(
      `${report.of} hostile inputs (seed ${seed}), ${attacksAtOnce} at a time, beside an honest caller`,
      [
        { what: "honest calls: quiet", value: quiet.calls(), unit: "" },
        { what: "honest calls: quiet, whose times count", value: quiet.countedCalls(), unit: "" },
        { what: "honest calls: attacked", value: attacked.calls(), unit: "" },
        { what: "honest calls: attacked, whose times count", value: attacked.countedCalls(), unit: "" },
        { what: "honest answers that were wrong", value: wrongAnswers, unit: "" },
        { what: "honest caller, quiet: median", value: quiet.ms(0.5), unit: "ms" },
        { what: "honest caller, quiet: 99th percentile", value: quiet.ms(0.99), unit: "ms" },
        { what: "honest caller, attacked: median", value: attacked.ms(0.5), unit: "ms" },
        { what: "honest caller, attacked: 99th percentile", value: attacked.ms(0.99), unit: "ms" },
        { what: "99th percentiles, attacked ÷ quiet", value: slowdown, unit: "times" },
        { what: "event-loop delay, 99th percentile, worst part that counts", value: delayMs, unit: "ms" },
        ...memory.map(({ when, mb }) => ({ what: `memory ${when}`, value: mb, unit: "MB" })),
        ...Object.entries(judged).map(([kind, value]) => ({
          what: `answered, not refused: ${kind}`,
          value,
          unit: "",
        })),
        { what: "different calls that one payment bought", value: paymentServed, unit: "" },
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

function tell(what: string, { p99Ms, stolen }: Stretch): void {
  console.error(
    `  ${what}: 99th percentile ${p99Ms.toFixed(1)} ms, taken by the host ${(stolen * 100).toFixed(1)} %`,
  );
}

/** A key with credits, held by a caller at an address of its own. */
async function target(url: string, env: Readonly<Record<string, string>>, address: string): Promise<Target> {
  const response = await fetch(`${url}/v1/keys`, { method: "POST", headers: { "x-forwarded-for": address } });
  const { api_key: key } = (await response.json()) as { api_key: string };
  await run(process.execPath, ["scripts/grant-credits.ts", key, "100000"], {
    env: { ...process.env, ...env },
  });
  return { url, key, address };
}

async function ledgerProblems(env: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    await run(process.execPath, ["scripts/ledger.ts", "verify"], { env: { ...process.env, ...env } });
    return [];
  } catch (error) {
    return [`the ledger does not add up: ${(error as { stdout?: string }).stdout ?? String(error)}`];
  }
}
