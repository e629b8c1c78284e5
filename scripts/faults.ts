import { UsageError } from "../cli/usage-error.ts";
import { printTable } from "../test/bench/table.ts";
import { answerTable, recoveryTable } from "../test/faults/run/report.ts";
import { runFaults, type FaultReport } from "../test/faults/run/run.ts";
import { createCommand, runCommand } from "./command.ts";

const usage = `npm run faults -- [--minutes N] [--seed N] [--rate N]

Runs three replicas of the service and two agents on PostgreSQL, Redis for their limits, a local chain, an IPFS node,
a facilitator and the Docker sandbox, at four fifths of the traffic that this machine can answer, while one part after the other is killed,
frozen and slowed. Asserts that every answer is right or a refusal that callers are told to try again after, that every
call is paid for once and every marketplace request delivered once, and proves the ledger and the journal in the end.

  --minutes N  how long parts fail (10); the start, the measuring and the proof come on top
  --seed N     which order of faults and traffic (the time of day)
  --rate N     calls a second, instead of measuring what the machine can answer
  --help       this text

Exit status: 0 every promise was kept, 1 one was broken, 2 wrong usage.`;

const faults = createCommand({
  usage,
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    rate: { type: "string" },
  },
  run: async (values, _, { say }) => {
    const [minutes, seed, perSecond] = [values.minutes, values.seed, values.rate ?? 1].map(Number);
    if (!(minutes! > 0) || !Number.isInteger(seed) || !(perSecond! > 0))
      throw new UsageError("--minutes and --rate are numbers above 0, --seed is a whole number");
    say(`seed ${seed}, ${minutes} minutes`);
    const order = {
      minutes: minutes!,
      seed: seed!,
      ...(values.rate !== undefined && { perSecond: perSecond! }),
    };
    const stopping = new AbortController();
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
    const { signal } = stopping;
    try {
      const report = await runFaults({ ...order, maxFaultMs: 8000, say, signal });
      print(report);
      return report.record.violations.length === 0 ? 0 : 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      // Callers would go on asking what is no longer there.
      say("Stopped.");
      return process.exit(1);
    }
  },
});

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

await runCommand(faults);
