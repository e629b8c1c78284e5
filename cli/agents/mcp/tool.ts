import type { Tool } from "@modelcontextprotocol/server";
import type { AgentProject } from "../project.ts";
import type { SandboxRuns } from "./sandbox-runs.ts";

/** What a call of a tool works with. */
export type CallContext = Readonly<{
  project: AgentProject;
  runs: SandboxRuns;
  /** The folders that files may be named in; at least one. */
  roots: readonly string[];
  signal: AbortSignal;
  onDone(done: number, total: number): void;
}>;

/** Something that an agent can call. Its schema is what arguments are checked with before it is called. */
export type AgentTool<Arguments> = Readonly<{
  name: string;
  description: string;
  inputSchema: Tool["inputSchema"];
  annotations: Readonly<{ readOnlyHint: boolean; destructiveHint?: boolean; openWorldHint: false }>;
  /** Gives what the agent reads; throws UsageError where it asked for what cannot be. */
  call(args: Arguments, call: CallContext): Promise<string>;
}>;
