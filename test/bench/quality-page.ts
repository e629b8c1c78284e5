import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRelease } from "../../parts/release.ts";
import { toMarkdown, type Table } from "./table.ts";

const path = fileURLToPath(new URL("../../docs/quality.md", import.meta.url));

type Section = Readonly<{ title: string; command: string; text: string }>;

/** What docs/quality.md holds, in its order. */
export const sections = {
  owasp: {
    title: "OWASP Benchmark for Python 0.1",
    command: "npm run bench -- quality --owasp DIR --write",
    text: `1,243 programs of a web application, each with one weakness or with something that only looks like it. Obtain them with
\`git clone https://github.com/OWASP-Benchmark/BenchmarkPython DIR\`. A tool has found the weakness of a program when it names its CWE, or one
that means the same. Cells are recall / precision; a tool that accuses every program has 36.8 % precision. bandit reads programs with the Python it
runs on, 3.11 here, and cannot read f-strings of later versions.

First run, before anything was changed for it: 69.6 % / 80.1 %. Of what was missed, only weak randomness was looked at (0 % then), and the rule was
changed in general, with cases of our own: visitors remembered by a drawn number, and every distribution of \`random\`. Nothing else was changed.`,
  },
  libraries: {
    title: "Modules of well-kept libraries",
    command: "npm run bench -- quality --libraries DIR --every 6 --write",
    text: `Up to 50 modules of each library; the command fetches what \`test/bench/libraries.txt\` pins from the package index. Each module is judged alone, without its neighbours, as the service sees it. What others than types say of them are usually real uses of \`exec\`, of pickles and of
connections without TLS checks, which stay errors.`,
  },
  repair: {
    title: "Wrong programs with examples",
    command: "npm run bench -- repair --data DIR --write",
    text: `Fixes found by running examples, judged by tests that the service does not see. The programs come from
[QuixBugs](https://github.com/jkoppel/QuixBugs), [HumanEvalFix](https://github.com/bigcode-project/octopack),
[LLMDebugger](https://github.com/FloridSleeves/LLMDebugger) (TransCoder and MBPP), [DebugBench](https://github.com/thunlp/DebugBench) and
[Refactory](https://github.com/githubhuyang/refactory); \`DIR\` holds them as .jsonl files with \`code\`, \`examples\`, \`hidden_tests\` and
\`correct_code\`. The search was developed on these sets: expect less on others. "Unmarked right": of the fixes whose verdict does not say that
another fix passes every example too. "Still fails": fixes of programs without examples, which fail their tests afterwards; they have a second
mistake that nothing in the text tells.`,
  },
  forge: {
    title: "Examples, and programs that lie",
    command: "npm run bench -- forge --files --seed 7 --write",
    text: `Examples in 200 shapes, as people write them, each with a right and a wrong program; 831 ways to lie, which let the wrong one pass itself
off as right (values that equal everything, patched libraries, early exits, forged output, searches of frames and memory); and 61 problems in six styles
of test files. Right programs must hold. Others must not, unless the verdict says that the example is weak or that there is none. All were written
before the judge was changed for them.

First run, version 1.46.0, seed 1: of the right programs 193 of 200 held; of the wrong ones 25 of 200, of the lying ones 377 of 2,600, none of them told weak; of the
test files 366 of 366 right programs and 183 of 366 wrong ones, those of unittest and pytest, which were never run.`,
  },
  own: {
    title: "Labelled programs of our own",
    command: "npm run bench -- quality --write",
    text: `The programs are in \`test/quality\`. The rules were improved on them, so expect less on others. "First run" is what the rules made of a set before
any was changed for it; a held-out half was not looked at until its rules were done. Other tools are shown where they speak of the same
things. Cells are recall / precision; "rejected" is the share of the bad programs that get an error.`,
  },
  crashing: {
    title: "Programs that crash, without running them",
    command: "npm run bench -- quality --write",
    text: `Pairs of programs in \`test/quality\`: one raises an exception when it is run, the other does the same job and does not. "By types" is mypy.`,
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

const start = `# Quality

How much is found, how much of it is right, and how good the fixes are, beside other tools in the same run. Every table is written by the
command above it; a table keeps the version it was measured with. Speed is in [measurements](measurements.md).
`;

/** Puts a table into its section of docs/quality.md; the others stay. */
export function writeSection(name: SectionName, table: Table): void {
  const page = existsSync(path) ? readFileSync(path, "utf8") : "";
  writeFileSync(path, withSection(page, name, toSection(sections[name], table)));
  console.error(`wrote "${sections[name].title}" into docs/quality.md`);
}

function toSection({ title, command, text }: Section, table: Table): string {
  return `## ${title}\n\n${text}\n\n\`${command}\`, version ${readRelease().version}:\n\n${toMarkdown(table)}\n`;
}

/** The page with one section new, in its place; a section that was not there comes before those that the list has after it. */
export function withSection(page: string, name: SectionName, section: string): string {
  const parts = page.split(/^(?=## )/m).filter((part) => part.startsWith("## "));
  const placeOf = (each: SectionName): number =>
    parts.findIndex((part) => part.startsWith(`## ${sections[each].title}\n`));
  const names = Object.keys(sections) as SectionName[];
  const later = names.slice(names.indexOf(name) + 1).map(placeOf);
  const [old, next = parts.length] = [placeOf(name), later.find((at) => at >= 0)];
  const whole = old >= 0 ? parts.with(old, section) : parts.toSpliced(next, 0, section);
  return [start, ...whole].map((part) => part.trimEnd()).join("\n\n") + "\n";
}
