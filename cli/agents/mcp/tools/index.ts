import { fromJsonSchema, type JsonSchemaType } from "@modelcontextprotocol/server";
import { UsageError } from "../../../usage-error.ts";
import type { AgentTool, CallContext } from "../tool.ts";
import { check } from "./check.ts";
import { explain } from "./explain.ts";
import { fix } from "./fix.ts";
import { run } from "./run.ts";

/** A tool whose arguments are still to be checked. */
export type ListedTool = Readonly<{
  name: string;
  /** As `tools/list` sends it. */
  described: Readonly<Pick<AgentTool<never>, "name" | "description" | "inputSchema" | "annotations">>;
  needsSandbox: boolean;
  call(args: unknown, call: CallContext): Promise<string>;
}>;

export const tools: readonly ListedTool[] = [listed(check), listed(fix), listed(explain), listed(run, true)];

function listed<Arguments>(tool: AgentTool<Arguments>, needsSandbox = false): ListedTool {
  const { call, ...described } = tool;
  // Compiled when it is first needed, not while the agent waits for the server.
  let schema: ReturnType<typeof fromJsonSchema<Arguments>> | undefined;
  return {
    name: tool.name,
    described,
    needsSandbox,
    call: async (args, context) => {
      schema ??= fromJsonSchema<Arguments>(tool.inputSchema as JsonSchemaType);
      const read = await schema["~standard"].validate(args);
      if (read.issues)
        throw new UsageError(`Wrong arguments: ${read.issues.map(({ message }) => message).join("; ")}.`);
      return call(read.value, context);
    },
  };
}
