import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../service/config.ts";
import type { Parts } from "../../service/parts.ts";
import { serve } from "../../service/serve.ts";
import { payPerCall, type PayPerCall } from "../support/pay-per-call.ts";
import { startChainProcess } from "./chain-process.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";

const calls = 100;
const warmUp = 30;

const steps = ["verify", "work", "settle"] as const;
type Step = (typeof steps)[number];
type Spent = Record<Step | "unpaid" | "total" | "own", number>;

/** Paid calls one after another, and how much of each is neither verifying nor working nor settling. */
export async function measureX402(): Promise<Row[]> {
  await using chain = await startChainProcess();
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const settings = { PORT: "0", DATA_DIR: folder, LOG_LEVEL: "warn", SANDBOX: "off" };
  await using service = await serve(readConfig({ ...chain.env, ...settings }));
  const watches = putWatches(service.parts);
  const payer = payPerCall(service.url, chain.payers[0]!);
  const spent: Spent[] = [];
  for (let n = 0; n < warmUp + calls; n += 1) spent.push(await payOnce(payer, watches, n));
  rmSync(folder, { recursive: true, force: true });
  return describe(spent.slice(warmUp));
}

async function payOnce(payer: PayPerCall, watches: Record<Step, number>, n: number): Promise<Spent> {
  const { ms: unpaid } = await timed(async () => payer.post("static", undefined));
  const payment = await payer.sign("static");
  const job = { code: `def f${n}(x: int) -> int:\n    return x\n` };
  const { ms: total, result } = await timed(async () => payer.post("static", job, payment));
  if (result.status !== 200) throw new Error(`A paid call was answered ${result.status}.`);
  const { verify, work, settle } = watches;
  return { unpaid, total, verify, work, settle, own: total - verify - work - settle };
}

function describe(spent: readonly Spent[]): Row[] {
  const row = (what: string, part: keyof Spent): Row => {
    const values = spent.map((each) => each[part]);
    return { what, value: quantile(values, 0.5), unit: "ms" };
  };
  return [
    row("an unpaid call, median", "unpaid"),
    row(`${calls} paid calls one after another: the whole call, median`, "total"),
    row("  verifying", "verify"),
    row("  working", "work"),
    row("  settling, with a block for each transaction", "settle"),
    row("  everything else, the payer's own time and ours", "own"),
  ];
}

/** The service's parts as they are, with a stopwatch on each step: what it took the last time. */
function putWatches({ x402, engine }: Pick<Parts, "x402" | "engine">): Record<Step, number> {
  const last: Record<Step, number> = { verify: 0, work: 0, settle: 0 };
  const watched =
    <Args extends unknown[], Answer>(step: Step, work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const { ms, result } = await timed(async () => work(...args));
      last[step] = ms;
      return result;
    };
  const { verify, settle } = x402!;
  Object.assign(x402!, { verify: watched("verify", verify), settle: watched("settle", settle) });
  Object.assign(engine, { judge: watched("work", engine.judge) });
  return last;
}
