import { spawnSync } from "node:child_process";

/** Asks CPython itself, once for all texts: a program on its standard input and output. */
export function askPython<Answer>(program: string, question: unknown): Answer {
  const { stdout, stderr, status } = spawnSync(".tools/python/bin/python", ["-W", "ignore", "-c", program], {
    input: JSON.stringify(question),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`.tools/python/bin/python failed (npm run check sets it up): ${stderr}`);
  return JSON.parse(stdout) as Answer;
}
