import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

type Streams = Pick<NodeJS.Process, "stdin" | "stderr">;

/** A line typed without being shown; from a pipe, its first line. */
export async function askSecret(question: string, { stdin, stderr }: Streams): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).split("\n")[0] ?? "";
  stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: unseen, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
