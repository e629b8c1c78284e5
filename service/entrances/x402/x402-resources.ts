import { baseUrlOf } from "../../terms/remedy.ts";
import type { PaidResource } from "../../payment/method.ts";
import type { Config } from "../../config.ts";
import type { Mode } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { describeHttp, describeTool } from "../../../parts/x402/discovery.ts";
import { oncePerConfig } from "../http/once-per-config.ts";
import { argumentsSchema, type OfferedTool } from "../tools.ts";

/** What each mode is, in the words that catalogues show. */
const descriptions: Readonly<Record<Mode, string>> = {
  static: "Checks Python without running it: syntax, lint, types, security, leaked credentials.",
  repair: "Checks Python and returns the corrected source, proven by the checkers.",
  execute: "Runs Python in a sandbox against your examples, and returns a fix that passes them.",
};

const example = { code: "print(total)\n" };

/** Small, since it travels in headers; what a verdict holds beside it is in the API's description. */
const answer = {
  valid: false,
  diagnostics: [
    {
      severity: "error",
      rule: "ruff:F821",
      message: "Undefined name `total`",
      line: 1,
      column: 7,
      file: null,
    },
  ],
} satisfies Partial<Verdict>;

const madeOnce = oncePerConfig<PaidResource>();

/** The address of a mode, as a payer's program reads of it. */
export function x402Resource(config: Config, mode: Mode): PaidResource {
  return madeOnce(config, mode, () => ({
    url: `${baseUrlOf(config)}/v1/x402/${mode}`,
    description: descriptions[mode],
    // The mode is settled by the address, as it is by a tool.
    discovery: describeHttp({ schema: argumentsSchema(config, { mode }), example, answer }),
    canSignIn: true,
  }));
}

/** A tool of `/mcp` in a mode, as a payer's program reads of it. */
export function x402ToolResource(config: Config, { name, mode }: OfferedTool, inMode: Mode): PaidResource {
  return madeOnce(config, `${name} ${inMode}`, () => {
    const description = descriptions[inMode];
    const schema = argumentsSchema(config, { mode });
    return {
      url: `${baseUrlOf(config)}/mcp`,
      description,
      discovery: describeTool({ toolName: name, description, schema, example, answer }),
    };
  });
}

/** A mode as it is sold over A2A. Catalogues cannot describe an A2A message, so it is not listed in them. */
export function x402MessageResource(config: Config, mode: Mode): PaidResource {
  return { url: `${baseUrlOf(config)}/a2a`, description: descriptions[mode], discovery: {} };
}
