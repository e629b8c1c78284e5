import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { OwnTypeAnswer } from "../../../engine/own-type-answer.ts";

const program = fileURLToPath(new URL("../../../engine/python/warm_project.py", import.meta.url));

/** What one build that is kept in memory says; `blocked`: mypy stopped in a file, and nothing is known. */
export type WarmAnswer = Pick<OwnTypeAnswer, "messages" | "unfinished" | "refusals"> &
  Readonly<{ mb: number; blocked?: undefined }>;

/** A process that keeps one build of types; each promise rejects with WarmLost where it ended. */
export type WarmProcess = Readonly<{
  /** How many builds the project takes, or why none of them is kept. */
  introduced: Promise<Readonly<{ builds: number; cannot?: undefined }> | Readonly<{ cannot: string }>>;
  /** All is read; the memory that it takes. */
  ready: Promise<Readonly<{ mb: number }>>;
  /** One question after another. */
  ask(unsaved: Readonly<Record<string, string>>): Promise<WarmAnswer | Readonly<{ blocked: true }>>;
}> &
  Disposable;

/** The process ended by itself; its last words are the message. */
export class WarmLost extends Error {
  override readonly name = "WarmLost";
}

export function startWarmProcess(python: string, root: string, question: object): WarmProcess {
  const child = spawn(python, ["-I", program], { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2000)));
  // Each is told by the end of its output.
  child.on("error", (error) => (words += error.message));
  child.stdin.on("error", () => undefined);
  const say = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const hear = async <Said>(): Promise<Said> => {
    const { value, done } = await lines.next();
    if (done === true) throw new WarmLost(words.trim().split("\n").at(-1) || "it ended");
    return JSON.parse(value) as Said;
  };
  say(question);
  const introduced: WarmProcess["introduced"] = hear();
  const ready = introduced.then(async () => hear<{ mb: number }>());
  // Who waits hears of it; nobody has to.
  introduced.catch(() => undefined);
  ready.catch(() => undefined);
  return {
    introduced,
    ready,
    ask: async (unsaved) => {
      await ready;
      say({ unsaved });
      return hear();
    },
    [Symbol.dispose]: () => {
      child.stdin.end();
      child.kill();
    },
  };
}
