import { baseUrlOf } from "../../terms/remedy.ts";
import { servedModes } from "../../terms/served-modes.ts";
import type { Parts } from "../../parts.ts";
import { slogan } from "../discovery/offer.ts";
import { verdictSchema } from "../openapi/schemas.ts";
import { argumentsSchema, listedTools, type OfferedTool } from "../tools.ts";
import { truncatedSchema } from "./fit-verdict.ts";

/** Who we are, as both SDKs tell it. */
export function serverInfo({ config, release }: Pick<Parts, "config" | "release">) {
  return {
    name: release.name,
    title: "Assay",
    version: release.version,
    description: slogan,
    websiteUrl: baseUrlOf(config),
    icons: [{ src: `${baseUrlOf(config)}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
  };
}

export const capabilities = { tools: {} };

/** When a model should call each tool. */
const uses: Readonly<Record<string, string>> = {
  validate_python:
    "After writing or changing Python, call validate_python with the whole file: it reports syntax, lint, type and security problems with line and column, and never runs the code.",
  repair_python:
    "Call repair_python to have what can be fixed without running it fixed: the new source is in fixed_code; null means that nothing was changed.",
  execute_python:
    "Call execute_python to run the code in a container without network against options.examples (doctest lines or assertions) or options.expected_output. A fix it returns passes every example.",
};

/** Told to a model once, before it has seen any tool. */
export function instructionsFor(parts: Pick<Parts, "config" | "engine">): string {
  const served = servedModes(parts).includes("execute");
  return `Assay checks Python source${served ? " and proves fixes by running them" : ""}.
${listedTools(parts)
  .map(({ name }) => `- ${uses[name]}`)
  .join("\n")}
Tools named in meta.incomplete did not finish: no findings from them is not a pass.
A verdict with valid: false is an answer, not a failure of the tool. A refused call says in remedy what to do next; refused calls cost nothing.`;
}

/** The tools, each with what it takes and what it answers, and what only the caller's revision knows of. */
export function listTools<More extends object>(
  parts: Pick<Parts, "config" | "engine">,
  more: (tool: OfferedTool) => More = () => ({}) as More,
) {
  const outputSchema = resultSchema();
  return {
    tools: listedTools(parts).map((tool) => {
      const { name, title, description, annotations } = tool;
      const inputSchema = { type: "object" as const, ...argumentsSchema(parts.config, tool) };
      return { name, title, description, inputSchema, outputSchema, annotations, ...more(tool) };
    }),
  };
}

/** A verdict or a refusal: some clients hold refusals against this too, and would hide one that it does not allow. */
function resultSchema() {
  const { properties, ...verdict } = verdictSchema() as { properties: Record<string, object> };
  const refusal = {
    type: "object",
    required: ["error", "message"],
    properties: { error: { type: "string" }, message: { type: "string" }, remedy: { type: "object" } },
  };
  return {
    type: "object" as const,
    anyOf: [{ ...verdict, properties: { ...properties, truncated: truncatedSchema } }, refusal],
  };
}
