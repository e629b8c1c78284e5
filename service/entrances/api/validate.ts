import { srcQuery, statedOrigin } from "../../caller/origin.ts";
import { mayRecord } from "../../work/recording.ts";
import { handle } from "../../handle.ts";
import { direct } from "../../../parts/store/visits.ts";
import { quotaHeaders, refuse } from "../http/answer.ts";
import type { Route } from "../http/route.ts";
import { requestExamples, responseExample } from "./validate-examples.ts";

export const validate: Route = {
  method: "post",
  path: "/v1/validate",
  summary: "Check Python code",
  description:
    "Answers with a verdict. Broken code is not an error: it is a verdict with diagnostics. " +
    "The same call repeated within ten minutes gets the stored answer and costs nothing.",
  isOpenToPages: true,
  needsKey: true,
  takesCode: true,
  query: srcQuery,
  request: { $ref: "#/components/schemas/ValidateRequest" },
  requestExamples,
  response: {
    status: 200,
    description: "The verdict.",
    schema: { $ref: "#/components/schemas/ValidateResponse" },
    example: responseExample,
  },
  canRepeat: true,
  refusals: [
    ...([
      "bad_request",
      "unsupported_language",
      "payment_required",
      "unsupported_mode",
      "too_large",
    ] as const),
    ...(["unsupported_media_type", "quota_exhausted", "rate_limited", "engine_unavailable", "busy"] as const),
    "store_unavailable",
  ],
  answer: async (parts, { credential, readJson, signal, requestId, query, header }) => {
    const origin = statedOrigin({ query, header }) ?? direct;
    const submission = {
      credential,
      entrance: "http",
      origin,
      mayRecord: mayRecord({ header }),
      readBody: readJson,
      signal,
    } as const;
    const answer = await handle(parts, submission);
    const headers = { ...quotaHeaders(answer.quota), "cache-control": "no-store" };
    if (answer.outcome !== "served") {
      const refusal = refuse(parts.config, answer.fault, requestId);
      return { ...refusal, headers: { ...headers, ...refusal.headers } };
    }
    const { verdict, isRepeat } = answer;
    return {
      status: 200,
      headers: { ...headers, ...(isRepeat && { "x-svc-repeat": "1" }) },
      body: { ...verdict, meta: { ...verdict.meta, request_id: requestId } },
    };
  },
};
