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

/**
 * A line typed by a person; undefined once there is no more. The terminal itself edits the line, so that Ctrl+C stays a
 * signal to the whole command.
 */
export async function askPerson(
  question: string,
  { stdin, stderr }: Streams,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(question, { signal }), ended]);
  } finally {
    lines.close();
  }
}
