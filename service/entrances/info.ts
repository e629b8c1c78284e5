import { creditCents, priceInCredits } from "../access/prices.ts";
import { servedModes } from "../access/served-modes.ts";
import type { Route } from "./route.ts";
import { jobSchema, verdictSchema } from "./schemas.ts";

export const info: Route = {
  method: "get",
  path: "/v1/info",
  summary: "What this service is and takes",
  response: { status: 200, description: "ServiceInfo.", schema: { type: "object" } },
  answer: (parts) => {
    const { release, config } = parts;
    const prices = servedModes(parts).map((mode) => `${mode} ${priceInCredits[mode]}`);
    return {
      status: 200,
      body: {
        name: release.name,
        version: release.version,
        description: "Checks Python and proves it: source in, verdict out.",
        api: "v1",
        tags: ["python", "lint", "types", "security", "validation"],
        modes: servedModes(parts),
        languages: ["python"],
        price_hint: `${config.FREE_CALLS_PER_DAY} static checks a day are free; then, in credits of ${creditCents} cents: ${prices.join(", ")}.`,
        input_schema: jobSchema(config),
        output_schema: verdictSchema(),
      },
    };
  },
};
