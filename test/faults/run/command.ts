import { parseArgs } from "node:util";
import { printTable } from "../../bench/table.ts";
import { answerTable, recoveryTable } from "./report.ts";
import { runFaults, type FaultReport } from "./run.ts";

const usage = `npm run faults -- [--minutes N] [--seed N]

Runs three replicas of the service and two agents on PostgreSQL, a local chain, an IPFS node, a facilitator and the
Docker sandbox, at four fifths of the traffic that this machine can answer, while one part after the other is killed,
frozen and slowed. Asserts that every answer is right or a refusal that callers are told to try again after, that every
call is paid for once and every marketplace request delivered once, and proves the ledger and the journal in the end.

  --minutes N  how long parts fail (10); the start, the measuring and the proof come on top
  --seed N     which order of faults and traffic (the time of day)
  --help       this text

Exit status: 0 every promise was kept, 1 one was broken, 2 wrong usage.`;

/** The command; gives the code to end with. */
export async function faults(args: readonly string[]): Promise<number> {
  const order = readOrder(args);
  if (order === undefined || order === "help") {
    console.log(usage);
    return order === "help" ? 0 : 2;
  }
  console.log(`seed ${order.seed}, ${order.minutes} minutes`);
  const report = await runFaults({ ...order, maxFaultMs: 8000, say: (line) => console.log(line) });
  print(report);
  return report.record.violations.length === 0 ? 0 : 1;
}

function print(report: FaultReport): void {
  const { record, recoveries, perSecond, skipped, ledger } = report;
  console.log(`\nFrom the end of each fault to the first right answer of what it hit`);
  printTable(recoveryTable(recoveries));
  console.log(`\nAttempts at ${perSecond.toFixed(1)} a second; ${skipped} not sent, since 200 were waiting`);
  printTable(answerTable(report));
  console.log(`\nThe ledger's proof walked ${ledger.entries} entries of ${ledger.accounts} accounts.`);
  for (const violation of record.violations) console.log(`BROKEN  ${violation}`);
  const { length } = record.violations;
  console.log(length === 0 ? "Every promise was kept." : `${length} promises were broken.`);
}

function readOrder(args: readonly string[]): { minutes: number; seed: number } | "help" | undefined {
  try {
    const options = {
      minutes: { type: "string" },
      seed: { type: "string" },
      help: { type: "boolean" },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return "help";
    const minutes = Number(values.minutes ?? 10);
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    return minutes > 0 && Number.isInteger(seed) ? { minutes, seed } : undefined;
  } catch {
    return undefined;
  }
}
