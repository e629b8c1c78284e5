import type { Mode } from "../../engine/job.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { createDice } from "../support/dice.ts";
import { quantile, timed } from "./numbers.ts";
import { childrenMb, openPackageEngine, type PackageEngine } from "./packages/engine.ts";
import { measurePlain } from "./packages/plain.ts";
import { packageSets, type PackageSet } from "./packages/sets.ts";
import { printTable, type Table } from "./table.ts";

const rounds = 5;
/** What a set that is there may cost beyond its import. */
const maxMoreMs = 50;
const lookEveryMs = 200;
const withoutPackages = "print(1)\n";

type Cold = Readonly<{ ms: number; waitMs: number }>;
type Call = Readonly<{ mode: Mode; code: string; packages: readonly string[] }>;

type Figures = Readonly<{
  packages: readonly string[];
  /** The first two calls with an empty store: the second one also compiles bytecode. */
  coldStatic: Cold;
  coldExecute: Cold;
  /** Medians of calls in turns, in ms. `declared` declares the packages and imports nothing. */
  warm: Readonly<Record<keyof typeof ways, number>>;
  /** uv and Docker by hand. */
  plain: Readonly<{ installMs: number; runMs: number }>;
  /** Of the type checkers and uv, in MB. */
  memory: Readonly<{ before: number; peak: number; after: number }>;
  wheels: number;
  diskMb: number;
}>;

const ways = {
  plainStatic: () => ({ mode: "static", code: withoutPackages, packages: [] }),
  static: ({ packages, program }) => ({ mode: "static", code: program, packages }),
  plainExecute: () => ({ mode: "execute", code: withoutPackages, packages: [] }),
  declaredExecute: ({ packages }) => ({ mode: "execute", code: withoutPackages, packages }),
  execute: ({ packages, program }) => ({ mode: "execute", code: program, packages }),
} as const satisfies Record<string, (set: PackageSet) => Call>;

/**
 * Each set of packages in an engine of its own: the first calls, later ones beside calls without packages, and uv with
 * Docker by hand. Returns 1 where a promise is broken.
 */
export async function measurePackages({
  seed,
  count,
  isJson,
}: Readonly<{ seed: number; count: number; isJson: boolean }>): Promise<number> {
  const figures: Figures[] = [];
  const broken: string[] = [];
  for (const set of packageSets.slice(0, count)) {
    const name = set.packages.join(" ");
    console.error(`${name} …`);
    try {
      const found = await measureSet(set, seed);
      figures.push(found);
      broken.push(...findBroken(name, found.warm));
    } catch (error) {
      broken.push(`${name}: ${String(error)}`);
    }
  }
  if (isJson) console.log(JSON.stringify({ figures, broken }, null, 2));
  else {
    console.log("\nPackages for one call, in ms; each set in an engine with an empty store");
    printTable(toTable(figures));
    for (const problem of broken) console.log(`  ${problem}`);
    if (broken.length === 0) console.log("  every promise held");
  }
  return broken.length === 0 ? 0 : 1;
}

async function measureSet(set: PackageSet, seed: number): Promise<Figures> {
  const dice = createDice(seed);
  await using engine = await openPackageEngine();
  const ask = async (way: keyof typeof ways): Promise<Readonly<{ ms: number; waitMs: number }>> => {
    await engine.rest();
    const call = ways[way](set);
    // No program is ever the same as one before.
    const code = `${call.code}# ${dice.below(1_000_000_000)}\n`;
    return askOnce(engine, { ...call, code });
  };
  for (const way of ["plainStatic", "plainExecute", "plainStatic", "plainExecute"] as const) await ask(way);
  const before = childrenMb();
  const watched = watchMemory();
  const coldStatic = await ask("static");
  const coldExecute = await ask("execute");
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const times = Object.fromEntries(names.map((way) => [way, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const way of names) times[way]!.push((await ask(way)).ms);
  const peak = watched.stop();
  const { wheels, bytes } = engine.status().installed!;
  return {
    packages: set.packages,
    coldStatic,
    coldExecute,
    warm: Object.fromEntries(names.map((way) => [way, quantile(times[way]!, 0.5)])) as Figures["warm"],
    memory: { before, peak, after: childrenMb() },
    plain: await measurePlain(engine, set),
    wheels,
    diskMb: bytes / 1_000_000,
  };
}

async function askOnce(engine: PackageEngine, { mode, code, packages }: Call): Promise<Cold> {
  const options = { packages, timeout_s: 60 };
  const { ms, result } = await timed(async () => engine.judge({ mode, code, options }));
  if (!result.valid) throw new Error(`a right program is rejected in mode ${mode}: ${whyNot(result)}`);
  return { ms, waitMs: result.meta.packages?.wait_ms ?? 0 };
}

function whyNot({ diagnostics, runtime }: Verdict): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return [...errors.map(({ rule, message }) => `${rule} ${message}`), runtime.stderr].join("; ");
}

function findBroken(name: string, warm: Figures["warm"]): string[] {
  const compared = [
    ["static", warm.static - warm.plainStatic],
    ["execute that imports nothing", warm.declaredExecute - warm.plainExecute],
  ] as const;
  return compared
    .filter(([, more]) => more > maxMoreMs)
    .map(([what, more]) => `${name}: warm ${what} costs ${more.toFixed(0)} ms more than without packages`);
}

function watchMemory(): Readonly<{ stop(): number }> {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, childrenMb());
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

function toTable(figures: readonly Figures[]): Table {
  const head = [
    "packages",
    "cold static",
    "of it wait",
    "first execute",
    "of it wait",
    "uv by hand",
    "warm static",
    "without",
    "warm execute",
    "imports nothing",
    "without",
    "docker run",
    "MB before",
    "peak",
    "after",
    "wheels",
    "MB on disk",
  ];
  const rows = figures.map(({ packages, coldStatic, coldExecute, warm, plain, memory, wheels, diskMb }) => [
    packages.join(" "),
    ...[coldStatic.ms, coldStatic.waitMs, coldExecute.ms, coldExecute.waitMs, plain.installMs].map(whole),
    ...[warm.static, warm.plainStatic, warm.execute, warm.declaredExecute, warm.plainExecute].map(whole),
    ...[plain.runMs, memory.before, memory.peak, memory.after, wheels, diskMb].map(whole),
  ]);
  return { head, rows };
}

function whole(value: number): string {
  return value.toFixed(0);
}
