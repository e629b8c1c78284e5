import { startAgentProcess, type AgentProcess } from "../../support/agent-process.ts";
import type { RunRecord } from "./record.ts";
import { tryAgain } from "./try-again.ts";

type Environment = Readonly<Record<string, string>>;

/** One of the agents that share a journal. */
export type AgentReplica = Readonly<{
  name: string;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}>;

export type Agents = Readonly<{ all: readonly AgentReplica[] }> & AsyncDisposable;

export async function openAgents(count: number, record: RunRecord, env: Environment): Promise<Agents> {
  await using opening = new AsyncDisposableStack();
  const all: AgentReplica[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { agent, close } = await openAgent(`agent ${n}`, record, env);
    all.push(opening.adopt(agent, close));
  }
  const opened = opening.move();
  return { all, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

async function startAgent(env: Environment): Promise<AgentProcess> {
  await using starting = new AsyncDisposableStack();
  const agent = starting.use(startAgentProcess(env));
  await agent.says(({ event }) => event === "the agent is running");
  starting.move();
  return agent;
}

async function openAgent(name: string, record: RunRecord, env: Environment) {
  let isMeantToEnd = false;
  let running: AgentProcess;

  async function start(): Promise<void> {
    isMeantToEnd = false;
    running = await tryAgain(async () => startAgent(env));
    const { ended, lines } = running;
    void ended.then(({ code, signal }) => {
      if (isMeantToEnd) return;
      const last = lines.slice(-5).map((line) => JSON.stringify(line));
      record.violate(`${name} ended by itself with ${signal ?? code}:\n${last.join("\n")}`);
    });
  }

  async function kill(): Promise<void> {
    isMeantToEnd = true;
    running.kill("SIGKILL");
    await running.ended;
  }

  await start();
  const agent: AgentReplica = { name, signal: (signal) => running.kill(signal), kill, start };
  return {
    agent,
    close: async () => {
      isMeantToEnd = true;
      await running[Symbol.asyncDispose]();
    },
  };
}
