import { requireDocker } from "../support/sandbox.ts";
import { inParallel } from "./numbers.ts";
import { readFound } from "./soundness/found.ts";
import { judgeProgram } from "./soundness/judge.ts";
import { readBeside } from "./soundness/programs/beside.ts";
import { readFolder } from "./soundness/programs/read-folder.ts";
import { writeProgram } from "./soundness/programs/write-program.ts";
import { openPython } from "./soundness/python-process.ts";
import { printFigures, summarize, type SoundnessFigures, type Subject } from "./soundness/report.ts";
import { shrink } from "./soundness/shrink.ts";

type Plan = Readonly<{
  seed: number;
  count: number;
  /** A folder of programs that are judged too. */
  programs?: string | undefined;
  shrinks?: boolean;
  onProgress?: (done: number) => void;
}>;

/** Programs written at once: while the live process runs one, the next is being thought of. */
const width = 16;
/** Programs with one message that are made smaller. */
const shrunkOfOne = 2;
/** One crashing program for so many that end well. */
const crashingShare = 10;

/** Generates programs that run to their end, and compares every error of our own rules with what happens. */
export async function measureSoundness({
  seed,
  count,
  programs,
  shrinks,
  onProgress,
}: Plan): Promise<SoundnessFigures> {
  await requireDocker();
  await using live = openPython();
  await using recorder = openPython();
  const startedAt = performance.now();
  const subjects: Subject[] = [];
  const judge = async (subject: Omit<Subject, "judged">): Promise<Subject> => ({
    ...subject,
    judged: await judgeProgram(recorder, subject.text),
  });
  const written = [
    ...readFound().map((one) => ({ ...one, set: "found before" as const })),
    ...readBeside(seed).map((one) => ({ ...one, set: "beside a rule" as const })),
    ...(programs === undefined ? [] : readFolder(programs)).map((one) => ({ ...one, set: "given" as const })),
  ];
  await inParallel(written.length, width, async (at) => {
    subjects[at] = await judge({ ...written[at]!, features: [] });
  });
  const crashing = Math.floor(count / crashingShare);
  await inParallel(count + crashing, width, async (at) => {
    const crashes = at >= count;
    const own = seed * 1_000_000 + at;
    const program = await writeProgram(live, own, { crashes });
    const set = crashes ? ("crashing" as const) : ("generated" as const);
    subjects[written.length + at] = await judge({ ...program, set, title: `seed ${own}` });
    if ((at + 1) % 500 === 0) onProgress?.(at + 1);
  });
  const figures = summarize(subjects, seed, Math.round((performance.now() - startedAt) / 1000));
  if (!shrinks) return figures;
  const shortest = Object.values(Object.groupBy(figures.falseClaims, ({ message }) => message)).flatMap(
    (own) => own!.toSorted((one, other) => one.text.length - other.text.length).slice(0, shrunkOfOne),
  );
  const falseClaims = [];
  for (const claim of shortest)
    falseClaims.push({ ...claim, text: await shrink(recorder, claim.text, claim.rule) });
  return { ...figures, falseClaims };
}

export function printSoundness(figures: SoundnessFigures, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify(figures, null, 2));
  else printFigures(figures);
}
