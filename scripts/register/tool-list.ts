import { modeOf, toolNames, type ToolName } from "../../agent/verdicts/tools.ts";
import { inputsOf } from "./tool-inputs.ts";

const descriptions: Readonly<Record<ToolName, string>> = {
  python_code_validator:
    "Checks Python without running it: syntax, lint, types and security. Every finding has its rule, line and column.",
  python_code_repair: "Checks Python without running it, and returns a corrected source where it can.",
  python_code_execute:
    "Runs Python in a sandbox against your examples or an expected output, and proves a fix where one fails.",
};

/** What readers of the marketplace expect of every tool. */
function describeTool(name: ToolName, baseUrl: string) {
  const properties = {
    requestId: { type: "integer", description: "The request's id." },
    result: {
      type: "string",
      description: `The verdict of mode ${modeOf[name]} as JSON: valid, score, diagnostics, security, fixes, fixed_code, runtime, meta; or why there is none: error, message, remedy.`,
    },
    prompt: { type: "string", description: "The request's prompt." },
  };
  const schema = { type: "object", properties, required: Object.keys(properties) };
  // Clients show `properties`; the marketplace's own tools look for the same in `schema`.
  const output = {
    ...schema,
    description: "A verdict, signed by the agent: see metadata.signature.",
    schema,
  };
  const benchmark = { url: `${baseUrl}/docs/quality` };
  return { name, description: descriptions[name], input: inputsOf(name), output, benchmark };
}

/** Who runs a service, and the domain whose registration file proves it. */
type MechOperator = Readonly<{ name: string; domain: string }>;

/** What the list of a service says. */
export type Listing = Readonly<{
  baseUrl: string;
  /** Where its agent takes signed requests, if it does. */
  agentUrl?: string | undefined;
  operator?: MechOperator | undefined;
  termsUrl?: string | undefined;
  tools: readonly ToolName[];
}>;

/** The document by which the marketplace's clients learn which tools a mech has. They refuse any other tool. */
export function toolList({ baseUrl, agentUrl, operator, termsUrl, tools }: Listing): string {
  const offered = toolNames.filter((name) => tools.includes(name));
  return JSON.stringify({
    name: "Assay",
    description: "Checks Python and proves its fixes: source in, verdict out.",
    inputFormat: "ipfs-v0.1",
    outputFormat: "ipfs-v0.1",
    image: `${baseUrl}/icon.svg`,
    url: agentUrl,
    operator,
    termsUrl,
    tools: offered,
    toolMetadata: Object.fromEntries(offered.map((name) => [name, describeTool(name, baseUrl)])),
  });
}
