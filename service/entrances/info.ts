import { creditCents, priceInCredits } from "../access/prices.ts";
import { servedModes } from "../access/served-modes.ts";
import { modes } from "../../engine/job.ts";
import { listOf, record, text, textOrNull } from "./json-schema.ts";
import { slogan } from "./offer.ts";
import type { Route } from "./route.ts";
import { jobSchema, verdictSchema } from "./schemas.ts";

export const info: Route = {
  method: "get",
  path: "/v1/info",
  summary: "What this service is and takes",
  response: {
    status: 200,
    description: "ServiceInfo.",
    schema: record({
      name: text,
      version: text,
      description: text,
      api: { const: "v1" },
      tags: listOf(text),
      modes: listOf({ enum: modes }),
      languages: listOf(text),
      price_hint: textOrNull,
      receipt_signer: text,
      input_schema: { type: "object", description: "JSON Schema of ValidateRequest." },
      output_schema: { type: "object", description: "JSON Schema of ValidateResponse." },
    }),
  },
  answer: (parts) => {
    const { release, config } = parts;
    const prices = servedModes(parts).map((mode) => `${mode} ${priceInCredits[mode]}`);
    return {
      status: 200,
      body: {
        name: release.name,
        version: release.version,
        description: slogan,
        api: "v1",
        tags: ["python", "lint", "types", "security", "validation"],
        modes: servedModes(parts),
        languages: ["python"],
        price_hint: `${config.FREE_CALLS_PER_DAY} static checks a day are free; then, in credits of ${creditCents} cents: ${prices.join(", ")}.`,
        receipt_signer: parts.receipts.signer,
        input_schema: jobSchema(config),
        output_schema: verdictSchema(),
      },
    };
  },
};
