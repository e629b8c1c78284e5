import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PrivateKeyAccount } from "viem/accounts";
import { payPerCall } from "../support/pay-per-call.ts";
import { startChainProcess } from "./chain-process.ts";
import { behindOthers } from "./helper-priority.ts";
import type { Target } from "./hostile/attack.ts";
import { startAttackers } from "./hostile/attackers.ts";
import type { AttackReport } from "./hostile/attackers-process.ts";
import { measureGrowth } from "./hostile/growth.ts";
import { startHonestCaller } from "./hostile/honest-caller.ts";
import {
  findBroken,
  hostileRows,
  maxPauselessMs,
  type HostileOutcome,
  type PlanOutcome,
} from "./hostile/report.ts";
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
const run = promisify(execFile);

/**
 * Thousands of hostile inputs from a few attackers while an honest caller works, as often as there are plans. Returns 1
 * where a promise is broken: an honest answer is wrong or late, the service has a defect, a wrong program is called valid,
 * a payment buys twice, memory grows from plan to plan, work grows faster
 * than its size, the ledger is off. The service, the honest caller, the attackers
 * and the chain are processes with sessions of their own.
 */
export async function measureHostile({
  isJson,
  ...size
}: HostileSize & { isJson: boolean }): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  await using chain = await startChainProcess(behindOthers);
  const env = { ...chain.env, DATA_DIR: folder, SANDBOX: "docker", TRUST_PROXY: "1", LOG_LEVEL: "info" };
  const outcome = await attackService(chain.payers[0]!, env, size);
  const broken = [...findBroken(outcome), ...(await ledgerProblems(env))];
  const inputs = outcome.plans.reduce((sum, { report }) => sum + report.of, 0);
  const title = `${inputs} hostile inputs (seed ${size.seed}), ${attacksAtOnce} at a time, beside an honest caller`;
  rmSync(folder, { recursive: true, force: true });
  if (isJson) console.log(JSON.stringify({ title, figures: hostileRows(outcome), broken }, null, 2));
  else {
    printRows(title, [...hostileRows(outcome), { what: "promises broken", value: broken.length, unit: "" }]);
    for (const problem of broken) console.log(`  ${problem}`);
    console.log(broken.length === 0 ? "  every promise held; the ledger is exact" : "");
  }
  return broken.length === 0 ? 0 : 1;
}

/** `count` inputs in each of `planCount` plans. */
type HostileSize = Readonly<{ seed: number; count: number; planCount: number }>;
type Environment = Readonly<Record<string, string>>;

async function attackService(
  payer: PrivateKeyAccount,
  env: Environment,
  { seed, count, planCount }: HostileSize,
): Promise<HostileOutcome> {
  const limits = { FREE_CALLS_PER_DAY: "1000000", KEYS_PER_ADDRESS_PER_DAY: "100" };
  await using service = await startService({ ...env, ...limits });
  const { url } = service;
  await using honest = await startHonestCaller(await target(url, env, "198.51.100.1"));
  const targets = await Promise.all(
    Array.from({ length: attackers }, async (_, n) => target(url, env, `203.0.113.${n + 1}`)),
  );
  await honest.work(warmingCalls);
  const memoryBeforeMb = service.memoryMb();
  const [quiet, attacked] = [createStretches(), createStretches()];
  const rest = async () => tell("quiet", await quiet.add(async () => honest.work(quietCalls)));
  await rest();
  let [loopDelayMs, maxWorkedMs, maxOnceMs, unmeasuredParts] = [0, 0, 0, 0];
  const attackOnce = async (start: () => Promise<AttackReport>) => {
    await service.loopDelayMs();
    await service.maxWorkedMs();
    const attacking = start();
    const stretch = await attacked.add(async () => honest.work(0, attacking));
    tell("attacked", stretch);
    const report = await attacking;
    const partsDelayMs = await service.loopDelayMs();
    if (stretch.isCounted) loopDelayMs = Math.max(loopDelayMs, partsDelayMs);
    return { report, isCounted: stretch.isCounted, workedMs: await service.maxWorkedMs() };
  };
  let wrongAnswers = 0;
  const plans: PlanOutcome[] = [];
  for (let plan = 0; plan < planCount; plan += 1) {
    const signed = await payPerCall(url, payer).sign("static");
    const orders = { url, seed: seed + plan, count, targets, signed, attacksAtOnce, inAPart };
    await using hostile = await startAttackers(orders);
    const memoryMb: number[] = [];
    let report: AttackReport;
    do {
      let part = await attackOnce(async () => hostile.attack());
      // What an input causes, it causes again; the machine standing still under the service, it does not.
      if (part.workedMs > maxPauselessMs) {
        if (part.isCounted) maxOnceMs = Math.max(maxOnceMs, part.workedMs);
        part = await attackOnce(async () => hostile.attackAgain());
      }
      ({ report } = part);
      // A host that takes the processors away makes work look longer, never shorter.
      if (part.isCounted || part.workedMs <= maxPauselessMs)
        maxWorkedMs = Math.max(maxWorkedMs, part.workedMs);
      else unmeasuredParts += 1;
      memoryMb.push(service.memoryMb());
      console.error(
        `  ${report.done} of ${report.of} (plan ${plan + 1} of ${planCount}), ${memoryMb.at(-1)!.toFixed(0)} MB, main thread at most ${maxWorkedMs.toFixed(0)} ms without a pause, once ${maxOnceMs.toFixed(0)} …`,
      );
      wrongAnswers += (await honest.work(settlingCalls)).wrong;
      await rest();
    } while (report.done < report.of);
    plans.push({ report, memoryMb });
  }
  wrongAnswers += quiet.wrong() + attacked.wrong();
  const growth = await measureGrowth(targets[0]!, service.pid);
  return {
    quiet,
    attacked,
    wrongAnswers,
    loopDelayMs,
    maxWorkedMs,
    maxOnceMs,
    unmeasuredParts,
    memoryBeforeMb,
    growth,
    plans,
  };
}

function tell(what: string, { p99Ms, stolen }: Stretch): void {
  console.error(
    `  ${what}: 99th percentile ${p99Ms.toFixed(1)} ms, taken by the host ${(stolen * 100).toFixed(1)} %`,
  );
}

/** A key with credits, held by a caller at an address of its own. */
async function target(url: string, env: Environment, address: string): Promise<Target> {
  const response = await fetch(`${url}/v1/keys`, { method: "POST", headers: { "x-forwarded-for": address } });
  const { api_key: key } = (await response.json()) as { api_key: string };
  await run(process.execPath, ["scripts/grant-credits.ts", key, "100000"], {
    env: { ...process.env, ...env },
  });
  return { url, key, address };
}

async function ledgerProblems(env: Environment): Promise<string[]> {
  try {
    await run(process.execPath, ["scripts/ledger.ts", "verify"], { env: { ...process.env, ...env } });
    return [];
  } catch (error) {
    return [`the ledger does not add up: ${(error as { stdout?: string }).stdout ?? String(error)}`];
  }
}
