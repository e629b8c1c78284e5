import type { Socket } from "node:net";
import { createInterface } from "node:readline";

/** What CPython itself says against a text. */
export type Refusal = Readonly<{ message: string; line: number | null; column: number | null }>;
export type TypesAnswer = Readonly<{ messages: readonly string[]; refusal: Refusal | null }>;
/** Mypy's messages, CPython's refusal, or both. */
type Question = "types" | "syntax" | "both";
type Reply = { id: number } & ({ error: string } | TypesAnswer);

/** One forked Python process at the other end of a socket. It answers one text at a time. */
export type Worker = Readonly<{
  /** Rejects when the worker failed, died, or was ended because of the signal. */
  ask(text: string, what: Question, signal: AbortSignal): Promise<TypesAnswer>;
  asked(): number;
  end(): void;
}>;

/** Speaks to a worker from its hello on. `onEnd` is called once, also for a worker that was never ready. */
export function greetWorker(
  connection: Socket,
  { onReady, onEnd }: { onReady: (worker: Worker) => void; onEnd: (worker: Worker) => void },
): void {
  let pid: number | undefined;
  let asked = 0;
  let waiting: PromiseWithResolvers<TypesAnswer> | undefined;

  const worker: Worker = {
    asked: () => asked,
    end: () => {
      // While the connection stands the process does, so its number cannot belong to another one yet.
      if (pid !== undefined && !connection.destroyed) killQuietly(pid);
      connection.destroy();
    },
    ask: async (text, what, signal) => {
      signal.throwIfAborted();
      asked += 1;
      const id = asked;
      waiting = Promise.withResolvers();
      const { promise, reject } = waiting;
      const stop = (): void => {
        reject(signal.reason);
        worker.end();
      };
      signal.addEventListener("abort", stop, { once: true });
      connection.write(`${JSON.stringify({ id, text, what })}\n`);
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", stop);
        waiting = undefined;
      }
    },
  };

  const lines = createInterface({ input: connection, crlfDelay: Infinity });
  lines.on("line", (line) => {
    const reply = readReply(line);
    if (reply === undefined) connection.destroy();
    else if ("pid" in reply) {
      pid = reply.pid;
      onReady(worker);
    } else if ("error" in reply) waiting?.reject(new Error(`mypy failed with ${reply.error}`));
    else waiting?.resolve(reply);
  });
  // The interface repeats the errors of its input, and would throw what nobody listens to.
  lines.on("error", () => connection.destroy());
  connection.on("error", () => connection.destroy());
  connection.once("close", () => {
    lines.close();
    waiting?.reject(new Error("the types worker ended"));
    onEnd(worker);
  });
}

/** A worker that is killed may leave half a line behind. */
function readReply(line: string): Reply | { pid: number } | undefined {
  try {
    return JSON.parse(line) as Reply | { pid: number };
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}
