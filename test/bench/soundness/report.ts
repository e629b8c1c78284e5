import { printTable } from "../table.ts";
import type { JudgedProgram, Judgement } from "./judge.ts";

/** A program that was judged, and where it comes from. */
export type Subject = Readonly<{
  set: "generated" | "beside a rule" | "found before" | "given" | "crashing";
  title: string;
  text: string;
  features: readonly string[];
  judged: JudgedProgram | undefined;
}>;

export type FalseClaim = Readonly<{
  rule: string;
  message: string;
  judgement: Judgement;
  title: string;
  line: number;
  text: string;
}>;

export type SoundnessFigures = Readonly<{
  seed: number;
  seconds: number;
  sets: readonly Readonly<{ set: string; programs: number; ended: number; refuted: number; works: number }>[];
  /** By rule, over all sets but the crashing one: programs, and claims by judgement. */
  rules: readonly Readonly<{ rule: string; programs: number; perThousand: number }>[];
  judgements: Readonly<Record<Judgement, number>>;
  misses: readonly Readonly<{ exception: string; programs: number; silent: number; told: number }>[];
  /** Of the parts programs are made of, the share of their programs that are refuted, the greatest first. */
  features: readonly Readonly<{ feature: string; programs: number; refuted: number }>[];
  falseClaims: readonly FalseClaim[];
  /** Claims about a case that did not come, on programs that work. */
  conditional: readonly FalseClaim[];
}>;

const judgements: readonly Judgement[] = [
  "refuted",
  "works",
  "true",
  "another exception",
  "not reached",
  "not comparable",
];

export function summarize(subjects: readonly Subject[], seed: number, seconds: number): SoundnessFigures {
  const sets = Object.entries(Object.groupBy(subjects, ({ set }) => set));
  const working = subjects.filter(({ set }) => set !== "crashing");
  const generated = working.filter(({ set }) => set === "generated");
  const falseClaims = working.flatMap((one) => claimsThat(one, "refuted"));
  const all = working.flatMap(({ judged }) => judged?.claims ?? []);
  return {
    seed,
    seconds,
    sets: sets.map(([set, own]) => ({
      set,
      programs: own.length,
      ended: own.filter(({ judged }) => judged?.ended).length,
      refuted: own.filter((one) => has(one, "refuted")).length,
      works: own.filter((one) => has(one, "works") && !has(one, "refuted")).length,
    })),
    rules: [...new Set(falseClaims.map(({ rule }) => rule))]
      .map((rule) => {
        const isRefuted = (one: Subject): boolean =>
          claimsThat(one, "refuted").some((claim) => claim.rule === rule);
        const perThousand = (1000 * generated.filter(isRefuted).length) / Math.max(1, generated.length);
        return {
          rule,
          programs: working.filter(isRefuted).length,
          perThousand: Math.round(perThousand * 10) / 10,
        };
      })
      .toSorted((a, b) => b.programs - a.programs),
    judgements: Object.fromEntries(
      judgements.map((each) => [each, all.filter(({ judgement }) => judgement === each).length]),
    ) as Record<Judgement, number>,
    misses: missesOf(subjects.filter(({ set }) => set === "crashing")),
    features: featuresOf(generated),
    falseClaims,
    conditional: working.flatMap((one) => claimsThat(one, "works")),
  };
}

function has({ judged }: Subject, wanted: Judgement): boolean {
  return judged?.claims.some(({ judgement }) => judgement === wanted) ?? false;
}

function claimsThat({ title, text, judged }: Subject, wanted: "refuted" | "works"): FalseClaim[] {
  return (judged?.claims ?? [])
    .filter(({ judgement }) => judgement === wanted)
    .map(({ claim: { rule, message, span }, judgement }) => ({
      rule,
      message,
      judgement,
      title,
      line: span[0],
      text,
    }));
}

/** Of programs that crash in their last line, how many get no error at all, and how many one that is true. */
function missesOf(crashing: readonly Subject[]): SoundnessFigures["misses"] {
  const raising = crashing.filter(({ judged }) => judged?.raised !== undefined);
  return Object.entries(Object.groupBy(raising, ({ judged }) => judged!.raised!))
    .map(([exception, own]) => ({
      exception,
      programs: own!.length,
      silent: own!.filter(({ judged }) => judged!.claims.length === 0).length,
      told: own!.filter((one) => has(one, "true")).length,
    }))
    .toSorted((a, b) => b.programs - a.programs);
}

function featuresOf(generated: readonly Subject[]): SoundnessFigures["features"] {
  const counts = new Map<string, { programs: number; refuted: number }>();
  for (const one of generated) {
    for (const feature of new Set(one.features)) {
      const count = counts.get(feature) ?? { programs: 0, refuted: 0 };
      counts.set(feature, count);
      count.programs += 1;
      if (has(one, "refuted")) count.refuted += 1;
    }
  }
  return [...counts]
    .map(([feature, count]) => ({ feature, ...count }))
    .filter(({ refuted }) => refuted > 0)
    .toSorted((a, b) => b.refuted / b.programs - a.refuted / a.programs);
}

/** Prints the figures for a reader; the first few of each rule's false claims with their programs. */
export function printFigures(figures: SoundnessFigures, shown = 3): void {
  const { sets, rules, misses, features, falseClaims, seconds, seed } = figures;
  console.log(`\nClaims of our own rules against what running shows, seed ${seed}, ${seconds} s`);
  printTable({
    head: ["programs", "number", "run to their end", "refuted", "rejected, but work"],
    rows: sets.map(({ set, programs, ended, refuted, works }) => [
      set,
      ...[programs, ended, refuted, works].map(String),
    ]),
  });
  console.log("\nFalse claims by rule");
  printTable({
    head: ["rule", "programs", "per 1,000 generated"],
    rows: rules.map(({ rule, programs, perThousand }) => [rule, String(programs), String(perThousand)]),
  });
  console.log("\nClaims by what running says");
  printTable({
    head: Object.keys(figures.judgements),
    rows: [Object.values(figures.judgements).map(String)],
  });
  console.log("\nPrograms that crash in their last line");
  printTable({
    head: ["exception", "programs", "no error", "told"],
    rows: [...misses, totalOf(misses)].map(({ exception, programs, silent, told }) => [
      exception,
      ...[programs, silent, told].map(String),
    ]),
  });
  if (features.length > 0) {
    console.log("\nWhat refuted programs are made of, by share");
    for (const { feature, programs, refuted } of features.slice(0, 25))
      console.log(`  ${refuted} of ${programs}  ${feature}`);
  }
  for (const [rule, own] of Object.entries(Object.groupBy(falseClaims, (claim) => claim.rule)))
    for (const { judgement, title, line, message, text } of shortestFirst(own!).slice(0, shown))
      console.log(`\n--- ${rule} (${judgement}), ${title}, line ${line}: ${message}\n${text}`);
  for (const [rule, own] of Object.entries(Object.groupBy(figures.conditional, (claim) => claim.rule)))
    console.log(
      `\n${rule} rejects ${own!.length} programs that work: ${[...new Set(own!.map(({ title }) => title))].join("; ")}`,
    );
  const count = new Set(falseClaims.map(({ text }) => text)).size;
  console.log(count === 0 ? "\nNothing is refuted." : `\nREFUTED: ${count} programs that work.`);
}

function totalOf(misses: SoundnessFigures["misses"]): SoundnessFigures["misses"][number] {
  const sum = (of: "programs" | "silent" | "told"): number =>
    misses.reduce((total, each) => total + each[of], 0);
  return { exception: "all", programs: sum("programs"), silent: sum("silent"), told: sum("told") };
}

function shortestFirst(claims: readonly FalseClaim[]): FalseClaim[] {
  return claims.toSorted((a, b) => a.text.length - b.text.length);
}
