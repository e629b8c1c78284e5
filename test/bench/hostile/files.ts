import { heavyJobs, type HeavyJob } from "../../support/heavy-jobs.ts";
import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

const shares = [0.01, 0.03, 0.1, 0.3, 1];
/** What means something to a pattern, a shell, a path or a screen. */
const signs = [
  "(",
  ")+",
  "[",
  "]",
  "*",
  "+",
  "?",
  "{9}",
  "|",
  "^",
  "$",
  "\\",
  ".",
  "..",
  "/",
  "%2e",
  "\u202e",
  "\u200b",
  "\n",
  "\0",
  "'",
  '"',
  "`",
  ";",
  "-",
  " ",
  "é",
  "字",
  "\u{1f600}",
];

/** Much work in one file or many, some of it changed at random. */
export function filesAttack(random: Random): Attack {
  const [name, share] = [pick(random, Object.keys(heavyJobs)), pick(random, shares)];
  const mutations = Math.floor(random() * 4);
  return {
    kind: "files",
    name: `${name}, ${share}, ${mutations} mutations`,
    run: async (target) => {
      const job = mutate(heavyJobs[name]!(share), mutations, random);
      const salted = { ...job, code: `${job.code}# ${Math.floor(random() * 1e9)}\n` };
      const { status, text } = await post(target, "/v1/validate", JSON.stringify(salted));
      return judgeAnswer(status, text);
    },
  };
}

/** Names of files that are no ordinary ones, or only nearly. */
export function fileNameAttack(random: Random): Attack {
  const name = `${Array.from({ length: 1 + Math.floor(random() * 6) }, () => (random() < 0.5 ? "a" : pick(random, signs))).join("")}.py`;
  return {
    kind: "file name",
    name: JSON.stringify(name),
    run: async (target) => {
      const code = `from ${"a".repeat(30)} import x\n# ${Math.floor(random() * 1e9)}\n`;
      const body = JSON.stringify({ code, files: { [name]: "import os\n" } });
      const { status, text } = await post(target, "/v1/validate", body);
      return judgeAnswer(status, text);
    },
  };
}

function mutate(job: HeavyJob, count: number, random: Random): HeavyJob {
  let changed = job;
  for (let n = 0; n < count; n += 1) changed = pick(random, mutations)(changed, random);
  return changed;
}

type Mutation = (job: HeavyJob, random: Random) => HeavyJob;

const mutations: readonly Mutation[] = [
  (job, random) => ({ ...job, code: spoil(job.code, random) }),
  (job, random) => onFile(job, random, (path, text) => [path, spoil(text, random)]),
  (job, random) => onFile(job, random, (path, text) => [`${pick(random, signs)}${path}`, text]),
  (job, random) => onFile(job, random, (path) => [path, job.code.slice(0, 50_000)]),
  (job) => ({ ...job, mode: "repair" }),
  (job, random) => ({ ...job, options: { ...job.options, path: `${pick(random, signs)}/main.py` } }),
];

/** A sign somewhere, or a piece twice. */
function spoil(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const piece = random() < 0.5 ? pick(random, signs) : text.slice(at, at + 200);
  return (text.slice(0, at) + piece + text.slice(at)).slice(0, 190_000).toWellFormed();
}

function onFile(
  job: HeavyJob,
  random: Random,
  change: (path: string, text: string) => [string, string],
): HeavyJob {
  const entries = Object.entries(job.files ?? { "other.py": "x = 1\n" });
  const chosen = Math.floor(random() * entries.length);
  const changed = entries.map(([path, text], at) => (at === chosen ? change(path, text) : [path, text]));
  return { ...job, files: Object.fromEntries(changed) as Record<string, string> };
}
