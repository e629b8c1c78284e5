import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { Unreadable } from "../../files/source.ts";
import { CannotAsk, NotJudged } from "../../judge.ts";
import { readVersion } from "../../release.ts";
import { UsageError } from "../../usage-error.ts";
import type { AgentProject } from "../project.ts";
import { createClientRoots } from "./client-roots.ts";
import type { SandboxRuns } from "./sandbox-runs.ts";
import { tools } from "./tools/index.ts";

type Needs = Readonly<{
  project: AgentProject;
  runs: SandboxRuns;
  /** What is worked on where the client names no roots. */
  folder: string;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /** Begins to load the engine. */
  warmUp(): void;
  log(message: string): void;
}>;

const instructions =
  "Assay checks Python and proves its fixes, on this machine. Call `check` after changing Python; what is marked error " +
  "rejects a file. Paths are relative to the project.";

/** What an agent can ask, in every revision of the protocol. */
export function createAgentServer(needs: Needs): Server {
  const { runs, warmUp } = needs;
  const server = new Server(
    { name: "assay", title: "Assay", version: readVersion() },
    { capabilities: { tools: {} }, instructions },
  );
  const roots = createClientRoots(server, needs);
  let listing: Promise<typeof tools> | undefined;
  const possibleTools = async (): Promise<typeof tools> => {
    const canRun = await runs.isPossible();
    return tools.filter(({ needsSandbox }) => canRun || !needsSandbox);
  };
  server.oninitialized = warmUp;
  server.setRequestHandler("tools/list", async () => {
    // Clients of the newest revision do not say that they are ready.
    setImmediate(warmUp);
    return { tools: (await (listing ??= possibleTools())).map(({ described }) => described) };
  });
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }, context) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name));
    const signal = AbortSignal.any([needs.signal, context.mcpReq.signal]);
    const { project } = needs;
    const call = { project, runs, roots: await roots.list(), signal, onDone: progressOf(context) };
    return answer(async () => tool.call(args, call), signal, needs.log);
  });
  return server;
}

/** What the agent can do something about is told as the tool's own answer: a model reads that. */
async function answer(work: () => Promise<string>, signal: AbortSignal, log: Needs["log"]) {
  const toResult = (text: string) => ({ content: [{ type: "text" as const, text }] });
  try {
    return toResult(await work());
  } catch (error) {
    if (signal.aborted) throw error;
    if (isTellable(error)) return { ...toResult(error.message), isError: true };
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      ...toResult(`Assay failed: ${error instanceof Error ? error.message : "no reason given"}`),
      isError: true,
    };
  }
}

function isTellable(error: unknown): error is Error {
  return [UsageError, Unreadable, CannotAsk, NotJudged].some((kind) => error instanceof kind);
}

/** At most a hundred notices a call, to clients that asked for them. */
function progressOf({ mcpReq }: ServerContext): (done: number, total: number) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let told = 0;
  return (done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (percent <= told) return;
    told = percent;
    const params = { progressToken, progress: done, total };
    // A client that left needs none.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function unknownTool(name: string): string {
  return `There is no tool ${name}. Use ${tools.map((tool) => tool.name).join(", ")}.`;
}
