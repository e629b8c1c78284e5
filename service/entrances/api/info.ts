import { creditCents, priceInCredits } from "../../terms/prices.ts";
import { servedModes, servedPython } from "../../terms/served-modes.ts";
import { modes } from "../../../engine/job.ts";
import { count, listOf, record, text, textOrNull } from "../openapi/json-schema.ts";
import { slogan } from "../discovery/offer.ts";
import type { Route } from "../http/route.ts";
import { jobSchema, verdictSchema } from "../openapi/schemas.ts";

export const info: Route = {
  method: "get",
  path: "/v1/info",
  summary: "What this service is and takes",
  isOpenToPages: true,
  isDocument: true,
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
      packages: {
        ...listOf(text),
        description:
          "What programs may import beside Python's standard library when they run, as `name==version`.",
      },
      packages_per_call: {
        type: "boolean",
        description: "Whether `options.packages` and the like are installed for a call.",
      },
      package_sets: {
        ...listOf(record({ packages: listOf(text), ready: { type: "boolean" } })),
        description: "Packages that stand ready for every call that imports one of them, declared or not.",
      },
      python: {
        ...record({ checks: listOf(text), runs: listOf(text) }),
        description: "The versions that `options.python` can name, and those that mode `execute` runs here.",
      },
      price_hint: textOrNull,
      receipt_signer: text,
      welcome_credits: { ...count, description: "Credits that each new key begins with." },
      shared_verdict_days: {
        ...count,
        description: "How many days a shared verdict is kept; 0 where verdicts are not shared.",
      },
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
        packages: parts.engine.status().packages,
        packages_per_call: parts.engine.status().installed !== null,
        package_sets: parts.engine.status().packageSets,
        python: servedPython(parts),
        price_hint: `${config.FREE_CALLS_PER_DAY} static checks a day are free; then, in credits of ${creditCents} cents: ${prices.join(", ")}.`,
        receipt_signer: parts.receipts.signer,
        welcome_credits: config.WELCOME_CREDITS,
        shared_verdict_days: config.SHARED_VERDICT_DAYS,
        input_schema: jobSchema(config),
        output_schema: verdictSchema(),
      },
    };
  },
};
