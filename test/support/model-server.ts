import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ModelRequest, Order, Told } from "./model-process.ts";

/** A process that speaks the chat-completions protocol and gives the answers of a test. */
export type ModelServer = Readonly<{
  url: string;
  /** The path, body and bearer of each request, oldest first. */
  requests(): Promise<readonly ModelRequest[]>;
  /** The next answers: the model's text, or an error status. */
  answer(next: string | number): Promise<void>;
  /** Whether requests wait for their answers from now on. */
  hold(isHeld: boolean): Promise<void>;
}> &
  AsyncDisposable;

export async function openModelServer(): Promise<ModelServer> {
  const child = fork(fileURLToPath(new URL("model-process.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const hear = async (): Promise<Told> => ((await once(child, "message")) as [Told])[0];
  const ask = async (order: Order): Promise<Told> => {
    const told = hear();
    child.send(order);
    return told;
  };
  const { port } = (await hear()) as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: async () => ((await ask({ tell: "requests" })) as { requests: ModelRequest[] }).requests,
    answer: async (words) => void (await ask({ answer: words })),
    hold: async (isHeld) => void (await ask({ hold: isHeld })),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
