import { readArguments, type Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export const mcp: Command = {
  usage: `assay mcp

Serves a coding agent by the Model Context Protocol over standard input and output: check, fix, explain, and run where
Docker and the sandbox image are there. Files are those of the folder that it is started in, or of the client's roots.
Agents start it; see docs/agents.md.
`,

  run: async (args, terminal) => {
    const { positionals } = readArguments("mcp", args, { help: { type: "boolean", short: "h" } });
    if (positionals.length > 0) throw new UsageError("assay mcp takes no arguments: the agent names files.");
    const { serveAgent } = await import("../agents/mcp/serve.ts");
    return serveAgent(terminal);
  },
};
