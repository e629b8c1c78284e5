import { readProblems } from "../quality/example-files/problems.ts";
import { styles } from "../quality/example-files/styles.ts";
import { drawCases, type Case } from "./forge/cases.ts";
import { openJudges, type JudgedCase } from "./forge/judge-cases.ts";
import { readLiars } from "./forge/liars.ts";
import { readShapes } from "./forge/shapes.ts";
import { printTable, type Table } from "./table.ts";

export type ForgeFigures = Readonly<{
  shapes: number;
  liars: number;
  files: number;
  seconds: number;
  rows: readonly Counts[];
  broken: readonly Broken[];
}>;

/** Of some cases, how many held, and of these, how many were told to be weak or without an example. */
type Counts = Readonly<{ what: string; cases: number; held: number; told: number; broken: number }>;

type Broken = Readonly<{
  kind: Case["kind"];
  group: string;
  shape: string;
  liar: string | undefined;
  said: string;
}>;

/** Programs that are right, wrong or lie, against examples of many shapes and against test files. */
export async function measureForge({
  seed,
  count,
  hasFiles,
}: Readonly<{ seed: number; count: number; hasFiles: boolean }>): Promise<ForgeFigures> {
  const [shapes, liars] = [readShapes(), readLiars()];
  const drawn = drawCases(shapes, liars, { seed, count });
  const files = hasFiles ? fileCases() : [];
  await using judges = await openJudges();
  const startedAt = performance.now();
  const cases = [...drawn, ...files];
  const judged = await judges.judgeAll(cases, (done) => {
    if (done % 200 === 0) console.error(`${done} of ${cases.length} cases …`);
  });
  const [ofShapes, ofFiles] = [judged.slice(0, drawn.length), judged.slice(drawn.length)];
  return {
    shapes: shapes.length,
    liars: liars.length,
    files: files.length / 2,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    rows: [
      ...countsOf("shapes", ofShapes, ["right", "wrong", "lying"]),
      ...(hasFiles ? countsOf("test files", ofFiles, ["right", "wrong"]) : []),
    ],
    broken: judged.filter(({ isBroken }) => isBroken).map(toBroken),
  };
}

/** Every problem in every style, with its right and its wrong program. */
function fileCases(): Case[] {
  const others = { isAlone: false, isSlow: false };
  return readProblems().flatMap((problem, at) =>
    Object.entries(styles).flatMap(([group, write]) => {
      const shape = { name: problem.title, group, examples: write(problem, at) };
      return (["right", "wrong"] as const).map((kind) => ({ shape, kind, code: problem[kind], ...others }));
    }),
  );
}

function countsOf(set: string, judged: readonly JudgedCase[], kinds: readonly Case["kind"][]): Counts[] {
  return kinds.map((kind) => {
    const own = judged.filter((one) => one.case.kind === kind);
    const held = own.filter(({ outcome }) => outcome.held);
    return {
      what: `${set}, ${kind} programs`,
      cases: own.length,
      held: held.length,
      told: held.filter(({ outcome }) => outcome.isTold).length,
      broken: own.filter(({ isBroken }) => isBroken).length,
    };
  });
}

function toBroken({ case: { kind, shape, liar }, outcome }: JudgedCase): Broken {
  const said = outcome.verdict.diagnostics.filter(({ line }) => line === null).map(({ message }) => message);
  return { kind, group: shape.group, shape: shape.name, liar, said: said.join(" ").slice(0, 300) };
}

/** Prints what was measured, as JSON or for a reader, and answers the table. */
export function printForge(figures: ForgeFigures, isJson: boolean): Table {
  const table = {
    head: ["what", "cases", "held", "of these told weak", "broken promises"],
    rows: figures.rows.map(({ what, ...counts }) => [what, ...Object.values(counts).map(String)]),
  };
  if (isJson) console.log(JSON.stringify(figures, null, 2));
  else {
    const { shapes, liars, files, seconds } = figures;
    console.log(`\n${shapes} shapes, ${liars} liars, ${files} test files, ${seconds} s`);
    printTable(table);
    for (const { kind, group, shape, liar, said } of figures.broken)
      console.log(
        `broken: ${kind}: ${group}: ${shape}${liar === undefined ? "" : ` / ${liar}`}${said && `\n  ${said}`}`,
      );
  }
  return table;
}
