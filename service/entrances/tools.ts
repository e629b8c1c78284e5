import { servedModes } from "../terms/served-modes.ts";
import type { Config } from "../config.ts";
import type { Mode } from "../../engine/job.ts";
import type { Parts } from "../parts.ts";
import { jobSchema } from "./openapi/schemas.ts";

/** What a program can ask of us by name; every description of the service to programs is made from these. */
export type OfferedTool = Readonly<{
  name: string;
  title: string;
  description: string;
  /** The mode it works in; undefined where the caller's own `mode` decides. */
  mode: Mode | undefined;
  /** Whether `tools/list` and the like show it. */
  isListed: boolean;
  annotations: Readonly<{
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  }>;
}>;

export const tools: readonly OfferedTool[] = [
  {
    name: "validate_python",
    title: "Check Python",
    description:
      "Checks Python source without running it: syntax, lint (ruff), types (mypy), security and leaked credentials. " +
      "Answers with a verdict: `valid`, a `score` and `diagnostics` with line and column. The other files of a program go " +
      "into `files`, by relative path.",
    mode: "static",
    isListed: true,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  {
    name: "repair_python",
    title: "Repair Python",
    description:
      "Everything validate_python finds, and the corrected source in `fixed_code` for what can be fixed without " +
      "running it: broken syntax, misspelled or missing names and imports, common mistakes, leaked credentials, unsafe " +
      "calls. A fix is kept only if the checkers then report fewer problems; `fixes` says what was done, `meta.fixes` of which " +
      'kind each is; `options.fixes: "safe"` leaves out what changes a program that runs. With ' +
      "`options.transpile_to` also a copy in JavaScript or TypeScript. Needs a paid key.",
    mode: "repair",
    isListed: true,
    annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: false },
  },
  {
    name: "execute_python",
    title: "Run Python against examples",
    description:
      "Runs Python in a throwaway container without network and compares it with `options.examples` (doctest lines or " +
      "assertions) and `options.expected_output`. Where an example fails it looks for a fix; one is returned in " +
      "`fixed_code` only if every example passes with it when run, with its confidence in `meta.fixes`; with " +
      "`options.min_confidence` (0 to 1) less sure ones are only in `suggestions`. Needs a paid key.",
    mode: "execute",
    isListed: true,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  {
    name: "python_code_validator",
    title: "Check, repair or run Python",
    description: "The older tool; its argument `mode` is static, repair or execute.",
    mode: undefined,
    isListed: false,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
];

/** The tools that are listed: none whose mode this deployment does not serve, or a model would try it. */
export function listedTools(parts: Pick<Parts, "config" | "engine">): readonly OfferedTool[] {
  const served = servedModes(parts);
  return tools.filter(({ isListed, mode }) => isListed && (mode === undefined || served.includes(mode)));
}

export function findTool(name: unknown): OfferedTool | undefined {
  return tools.find((tool) => tool.name === name);
}

/** What a tool takes: a ValidateRequest, of which the tool itself settles the mode. */
export function argumentsSchema(config: Config, { mode }: Pick<OfferedTool, "mode">): object {
  const { properties, ...schema } = jobSchema(config) as { properties: Record<string, object> };
  const { mode: modeSchema, language, ...rest } = properties;
  // The languages that a request may name and is refused with are no choice for a model.
  const others = { ...rest, language: { ...language, enum: ["python"] } };
  return { ...schema, properties: mode === undefined ? { ...others, mode: modeSchema } : others };
}

/** Turns a tool's arguments into a ValidateRequest. Arguments that are not an object are passed on: `readJob` refuses them. */
export function toJobBody({ mode }: OfferedTool, args: unknown): unknown {
  if (mode === undefined || typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return { ...args, mode };
}
