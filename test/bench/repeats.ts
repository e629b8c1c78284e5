import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endWithBench } from "./end-with-bench.ts";
import { startService } from "./service-process.ts";

type Request = Readonly<{ id: string; code: string; examples: string }>;

/** What must not depend on how busy the machine is. */
type Answer = Readonly<{
  id: string;
  fixedCode: string | null;
  confidence: number | undefined;
  /** Whether the search ended by itself; without a search it did. */
  isFinished: boolean;
}>;

export type Repeats = Readonly<{
  requests: number;
  fixed: number;
  /** Answered with another fix, though neither search was cut short. */
  otherFix: readonly string[];
  /** The same fix, said to be sure to another degree. */
  otherConfidence: readonly string[];
  /** Searches that one of the two answers says were cut short. */
  cutShort: readonly string[];
}>;

/** Busy processes beside the second run, for each processor. */
const busyPerProcessor = 4;

/** Sends the same requests to two new services: with the machine as it is, then beside processes that keep it busy. */
export async function measureRepeats(
  folder: string,
  count: number,
  onProgress: (done: number) => void,
): Promise<Repeats> {
  const requests = spread(readRequests(folder), count);
  const first = await askAll(requests, onProgress);
  using _ = keepBusy(availableParallelism() * busyPerProcessor);
  const second = await askAll(requests, onProgress);
  const pairs = first.map((answer, at) => [answer, second[at]!] as const);
  const idsOf = (differ: (one: Answer, other: Answer) => boolean): string[] =>
    pairs.filter(([one, other]) => differ(one, other)).map(([{ id }]) => id);
  const areFinished = (one: Answer, other: Answer): boolean => one.isFinished && other.isFinished;
  return {
    requests: requests.length,
    fixed: first.filter(({ fixedCode }) => fixedCode !== null).length,
    otherFix: idsOf((one, other) => areFinished(one, other) && one.fixedCode !== other.fixedCode),
    otherConfidence: idsOf(
      (one, other) => one.fixedCode === other.fixedCode && one.confidence !== other.confidence,
    ),
    cutShort: idsOf((one, other) => !areFinished(one, other)),
  };
}

function readRequests(folder: string): Request[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Request)
    .filter(({ examples }) => typeof examples === "string" && examples !== "");
}

/** So many of them, evenly over all. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  const wanted = Math.min(count, items.length);
  return Array.from({ length: wanted }, (_, at) => items[Math.floor((at * items.length) / wanted)]!);
}

async function askAll(requests: readonly Request[], onProgress: (done: number) => void): Promise<Answer[]> {
  await using service = await startService({ SANDBOX: "docker" });
  const answers: Answer[] = [];
  for (const { id, code, examples } of requests) {
    const { error, fixed_code, meta, runtime } = await service.ask({
      code,
      mode: "execute",
      options: { examples },
    });
    if (error !== undefined) throw new Error(`${id} was refused: ${error}`);
    answers.push({
      id,
      fixedCode: fixed_code ?? null,
      confidence: meta?.fixes?.find((fix) => fix.confidence !== undefined)?.confidence,
      isFinished: runtime?.search?.finished ?? true,
    });
    if (answers.length % 20 === 0) onProgress(answers.length);
  }
  return answers;
}

function keepBusy(count: number): Disposable {
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  for (const child of busy) endWithBench(child);
  return {
    [Symbol.dispose]: () => {
      for (const child of busy) child.kill();
    },
  };
}
