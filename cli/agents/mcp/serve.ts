import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { exitStatus } from "../../exit-status.ts";
import type { Terminal } from "../../terminal.ts";
import { createAgentServer, type AgentWorkshop } from "./server.ts";

/** Serves one agent by the Model Context Protocol until it leaves; gives the exit status. */
export async function serveAgent(terminal: Terminal): Promise<number> {
  const { input, output } = terminal.streams();
  const log = (message: string): void => terminal.err(`assay mcp: ${message}\n`);
  const left = new AbortController();
  await using opened = new AsyncDisposableStack();
  const ended = Promise.withResolvers<number>();
  for (const event of ["end", "close"]) input.once(event, () => ended.resolve(exitStatus.valid));
  terminal.signal.addEventListener("abort", () => ended.resolve(exitStatus.interrupted), { once: true });

  let workshop: Promise<AgentWorkshop> | undefined;
  const open = async (): Promise<AgentWorkshop> => {
    const [{ openProject }, { createSandboxRuns }, { tools }] = await Promise.all([
      import("../project.ts"),
      import("./sandbox-runs.ts"),
      import("./tools/index.ts"),
    ]);
    const project = opened.use(openProject(terminal));
    project.warmUp().catch((error: unknown) => {
      if (!left.signal.aborted) log(`The engine did not start: ${messageOf(error)}`);
    });
    return { project, runs: opened.use(createSandboxRuns(terminal)), tools };
  };
  const served = serveStdio(
    () => {
      const load = async (): Promise<AgentWorkshop> => (workshop ??= open());
      return createAgentServer({ load, folder: terminal.cwd, signal: left.signal, log });
    },
    {
      transport: new StdioServerTransport(input, output),
      onerror: ({ message }) => log(`A message could not be read: ${message}`),
    },
  );
  try {
    return await ended.promise;
  } finally {
    left.abort();
    await workshop?.catch(() => undefined);
    await served.close();
    input.destroy();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
