import { readBrokenPrograms, type BrokenProgram } from "../quality/broken-programs.ts";
import { openRepairer, type Repairer } from "../support/repairer.ts";

type Outcome = BrokenProgram & Readonly<{ came: string; fixes: number }>;

/** With more than these, a list of what went wrong helps nobody. */
const maxShown = 25;

/** How many of the broken programs come back exactly as they should, through every checker. */
export async function measureBrokenPrograms(): Promise<void> {
  await using repairer = await openRepairer();
  const outcomes: Outcome[] = [];
  for (const program of readBrokenPrograms()) outcomes.push(await fix(repairer, program));
  console.log("\nbroken programs that are fixed         n   as they should   changed otherwise   left alone");
  for (const [group, those] of Map.groupBy(outcomes, (outcome) => outcome.group)) printRow(group, those);
  printRow("all", outcomes);
  const wrong = outcomes.filter(({ came, after }) => came !== after);
  for (const outcome of wrong.slice(0, maxShown)) printDifference(outcome);
  if (wrong.length > maxShown) console.log(`  … and ${wrong.length - maxShown} more`);
}

async function fix(repairer: Repairer, program: BrokenProgram): Promise<Outcome> {
  const { text, fixes } = await repairer.repair(program.before);
  return { ...program, came: text, fixes: fixes.length };
}

function printRow(name: string, outcomes: readonly Outcome[]): void {
  const right = outcomes.filter(({ came, after }) => came === after).length;
  const alone = outcomes.filter(({ came, before, after }) => came !== after && came === before).length;
  const share = `${right} (${((100 * right) / Math.max(1, outcomes.length)).toFixed(1)} %)`;
  console.log(
    [
      name.padEnd(36),
      String(outcomes.length).padStart(4),
      share.padStart(16),
      String(outcomes.length - right - alone).padStart(19),
      String(alone).padStart(12),
    ].join(" "),
  );
}

/** The first line that is not as it should be. */
function printDifference({ group, title, after, came }: Outcome): void {
  const [wanted, got] = [after.split("\n"), came.split("\n")];
  const line = wanted.findIndex((text, n) => text !== got[n]);
  const at = line < 0 ? wanted.length : line;
  console.log(`  ${group}: ${title}, line ${at + 1}`);
  console.log(`    should be  ${JSON.stringify(wanted[at] ?? "")}`);
  console.log(`    came back  ${JSON.stringify(got[at] ?? "")}`);
}
