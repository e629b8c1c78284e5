import { creditCents, priceInCredits } from "../../../terms/prices.ts";
import { baseUrlOf } from "../../../terms/remedy.ts";
import { servedModes } from "../../../terms/served-modes.ts";
import { modes, type Mode } from "../../../../engine/job.ts";
import type { MoneyParts, ProcessParts, ReleaseParts, WorkParts } from "../../../parts.ts";
import { findTool } from "../../tools.ts";
import { listedExtensions } from "./extension.ts";
import { generations } from "../generation.ts";

type Needs = ProcessParts & ReleaseParts & WorkParts & MoneyParts;

const inputModes = ["application/json", "text/plain"];
const outputModes = ["application/json"];

/** The card of 1.0, and nothing but: its schema allows no other members. */
export function currentCard(parts: Needs): object {
  return {
    ...common(parts),
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      ...listedExtensions(parts),
    },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
}

/** The card of 0.3, which takes other members: what only we say, and the interfaces that a client of 1.0 looks for. */
export function olderCard(parts: Needs): object {
  const base = baseUrlOf(parts.config);
  const url = `${base}/a2a`;
  return {
    protocolVersion: "0.3.0",
    ...common(parts),
    url,
    preferredTransport: "JSONRPC",
    additionalInterfaces: [{ url, transport: "JSONRPC" }],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      stateTransitionHistory: false,
      ...listedExtensions(parts),
    },
    supportsAuthenticatedExtendedCard: false,
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    security: [{ bearer: [] }],
    "x-onboarding": {
      self_service: true,
      method: "POST",
      url: `${base}/v1/keys`,
      hint: "Create a free key with POST /v1/keys, without a body, and send it as 'Authorization: Bearer <key>'.",
    },
    "x-pricing": { hint: pricingHint(parts) },
    "x-modes": modes,
    "x-languages": ["python"],
  };
}

function common(parts: Needs): object {
  const { config, release } = parts;
  const base = baseUrlOf(config);
  return {
    name: release.name,
    description: "Checks Python and proves its fixes: source in, verdict out.",
    version: release.version,
    supportedInterfaces: generations.map((protocolVersion) => ({
      url: `${base}/a2a`,
      protocolBinding: "JSONRPC",
      protocolVersion,
    })),
    documentationUrl: `${base}/docs`,
    iconUrl: `${base}/icon.svg`,
    defaultInputModes: inputModes,
    defaultOutputModes: outputModes,
    skills: [skill(parts)],
  };
}

const meanings: Readonly<Record<Mode, string>> = {
  static: "Mode static checks it without running it: syntax, lint, types and security.",
  repair: "Mode repair also returns the corrected source.",
  execute: "Mode execute also runs it in a throwaway container and compares it with options.examples.",
};
const run =
  '{"code":"def double(x):\\n    return x + 2\\n","mode":"execute","options":{"examples":">>> double(4)\\n8"}}';

/** Programs that read cards look for words of sign-in in them, so none are used to describe what is checked. */
function skill(parts: Needs): object {
  const { name: id, title: name } = findTool("python_code_validator")!;
  const served = servedModes(parts);
  return {
    id,
    name,
    description:
      `Send a data part {code, mode, options}, or Python source as a text part. ${served.map((mode) => meanings[mode]).join(" ")} ` +
      "The answer is a finished task whose artifact `report` is the verdict: valid, a score, and diagnostics with line and " +
      "column.",
    tags: ["python", "lint", "types", "security", "validation"],
    examples: ['{"code":"print(1)","mode":"static"}', ...(served.includes("execute") ? [run] : [])],
    inputModes,
    outputModes,
  };
}

function pricingHint(parts: Needs): string {
  const prices = servedModes(parts).map((mode) => `${mode} ${priceInCredits[mode]}`);
  const free = parts.config.FREE_CALLS_PER_DAY;
  return `${free} static checks a day are free; then, in credits of ${creditCents} cents: ${prices.join(", ")}.`;
}
