import { z } from "zod";
import { modes } from "../../../engine/job.ts";
import { readSampleAnswer } from "../../samples/read-answer.ts";
import { jobOf, samples } from "../../samples/samples.ts";
import { readBody } from "../http/read-body.ts";
import type { Route } from "../http/route.ts";
import { listOf, mapOf, record, text } from "../openapi/json-schema.ts";

const mode = { enum: modes };

export const listSamples: Route = {
  method: "get",
  path: "/v1/samples",
  summary: "Programs to try",
  description:
    "The playground's samples. `GET /v1/samples/{id}` answers each in every mode, without a key and free.",
  isOpenToPages: true,
  isDocument: true,
  response: {
    status: 200,
    description: "The samples, each with the mode that it opens in.",
    schema: record({
      samples: listOf(
        record(
          {
            id: text,
            name: text,
            mode,
            code: text,
            examples: { ...text, description: "The same as `options.examples`." },
            files: mapOf(text),
            options: {
              type: "object",
              description: "The `options` of the request that the stored answers are for.",
            },
          },
          ["examples", "files"],
        ),
      ),
    }),
  },
  answer: () => ({
    status: 200,
    headers: { "cache-control": "public, max-age=300" },
    body: { samples: samples.map((sample) => ({ ...sample, options: optionsOf(sample) })) },
  }),
};

export const sampleAnswer: Route = {
  method: "get",
  path: "/v1/samples/{id}",
  summary: "The stored answer for a sample",
  description:
    "What the serving version says of the sample, computed when the version was made: the answer of `POST /v1/validate`, with `sample` beside, all of it under a receipt whose `payment` is `sample`. Needs no key, costs nothing, and is there in every mode, also where this deployment does not serve the mode.",
  isOpenToPages: true,
  query: { mode: { type: "string", ...mode, description: "Without it the mode that the sample opens in." } },
  response: {
    status: 200,
    description: "The verdict.",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/ValidateResponse" },
        record({ sample: record({ id: text, version: text }) }),
      ],
    },
  },
  refusals: ["bad_request", "not_found"],
  answer: async (parts, { pathPiece, query, requestId }) => {
    const asked = readBody(Query, { mode: query("mode") }, ["query"]);
    const answer = await readSampleAnswer(parts, pathPiece("id"), asked.mode);
    return {
      status: 200,
      headers: { "cache-control": "no-store" },
      body: { ...answer, meta: { ...answer.meta, request_id: requestId } },
    };
  },
};

const Query = z.object({ mode: z.enum(modes).optional() });

/** Those that have their default need not be sent. */
function optionsOf(sample: (typeof samples)[number]): object {
  const { examples, pytest } = jobOf(sample, "static").options;
  return { ...(examples !== null && { examples }), ...(pytest && { pytest }) };
}
