import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { SlowStart } from "../../../engine/start-within.ts";
import { Unreadable } from "../../files/source.ts";
import { CannotAsk, NotJudged } from "../../judge.ts";
import { readVersion } from "../../release.ts";
import { UsageError } from "../../usage-error.ts";
import type { AgentProject } from "../project.ts";
import { createClientRoots } from "./client-roots.ts";
import type { SandboxRuns } from "./sandbox-runs.ts";
import type { ListedTool } from "./tools/index.ts";

/** What calls work with. */
export type AgentWorkshop = Readonly<{
  project: AgentProject;
  runs: SandboxRuns;
  tools: readonly ListedTool[];
}>;

type Needs = Readonly<{
  /** Loads it, and begins to load the engine, which takes longer than an agent should wait for `initialize`. */
  load(): Promise<AgentWorkshop>;
  /** What is worked on where the client names no roots. */
  folder: string;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  log(message: string): void;
}>;

const instructions =
  "Assay checks Python and proves its fixes, on this machine. Call `check` after changing Python; what is marked error " +
  "rejects a file. Paths are relative to the project.";

/** What an agent can ask, in every revision of the protocol. */
export function createAgentServer(needs: Needs): Server {
  const { load, log } = needs;
  const server = new Server(
    { name: "assay", title: "Assay", version: readVersion() },
    { capabilities: { tools: {} }, instructions },
  );
  const roots = createClientRoots(server, needs);
  let listed: Promise<readonly ListedTool[]> | undefined;
  const listTools = async (): Promise<readonly ListedTool[]> => {
    const { runs, tools } = await load();
    const canRun = await runs.isPossible();
    return tools.filter(({ needsSandbox }) => canRun || !needsSandbox);
  };
  server.oninitialized = () => {
    load().catch((error: unknown) => log(`The tools could not be loaded: ${String(error)}`));
  };
  server.setRequestHandler("tools/list", async () => {
    return { tools: (await (listed ??= listTools())).map(({ described }) => described) };
  });
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }, context) => {
    const { project, runs, tools } = await load();
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, tools));
    const signal = AbortSignal.any([needs.signal, context.mcpReq.signal]);
    const call = { project, runs, roots: await roots.list(), signal, onDone: progressOf(context) };
    return answer(async () => tool.call(args, call), signal, log);
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
  return [UsageError, Unreadable, CannotAsk, NotJudged, SlowStart].some((kind) => error instanceof kind);
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

function unknownTool(name: string, tools: readonly ListedTool[]): string {
  return `There is no tool ${name}. Use ${tools.map((tool) => tool.name).join(", ")}.`;
}
