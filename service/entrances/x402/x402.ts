import { srcQuery, statedOrigin } from "../../caller/origin.ts";
import { mayRecord } from "../../work/recording.ts";
import { handle } from "../../handle.ts";
import { modes, type Mode } from "../../../engine/job.ts";
import { direct } from "../../../parts/store/visits.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { replyToPayer } from "./x402-reply.ts";
import { x402Resource } from "./x402-resources.ts";

/** Pay per call, without a key: one address for each mode. */
export const x402Routes: readonly Route[] = modes.map((mode) => ({
  method: "post",
  path: `/v1/x402/${mode}`,
  summary: `Pay for one call of mode ${mode}`,
  description:
    "Without payment it answers 402, with the price in the header `PAYMENT-REQUIRED` and in the body (x402, version 2). " +
    "The same request with the header `PAYMENT-SIGNATURE` is served; the receipt is in `PAYMENT-RESPONSE`. The payment is " +
    "settled after the work: a refused call costs nothing, and the same payment sent again gets the same answer. A wallet that " +
    "signs in with the header `SIGN-IN-WITH-X` spends the credits of its deposits, or reads again what it paid for.",
  isOpenToPages: true,
  takesCode: true,
  takesPayment: true,
  canRepeat: true,
  query: srcQuery,
  request: { $ref: "#/components/schemas/ValidateRequest" },
  response: {
    status: 200,
    description: "The verdict, paid for.",
    schema: { $ref: "#/components/schemas/ValidateResponse" },
  },
  refusals: [
    ...([
      "bad_request",
      "unsupported_language",
      "malformed_payment",
      "unauthorized",
      "payment_required",
      "not_found",
    ] as const),
    ...([
      "unsupported_mode",
      "payment_conflict",
      "too_large",
      "unsupported_media_type",
      "rate_limited",
    ] as const),
    ...(["engine_unavailable", "busy", "payment_unavailable", "store_unavailable"] as const),
  ],
  answer: async (parts, incoming) => answer(parts, incoming, mode),
}));

async function answer(parts: Parts, incoming: Incoming, mode: Mode): Promise<RouteReply> {
  const { readJson, credential, header, query, signal, requestId } = incoming;
  const answer = await handle(parts, {
    credential: { address: credential.address, secret: undefined },
    entrance: "x402",
    origin: statedOrigin({ query, header }) ?? direct,
    mayRecord: mayRecord({ header }),
    readBody: async () => withMode(await readJson(), mode),
    offer: {
      payment: header("payment-signature"),
      proof: header("sign-in-with-x"),
      resource: () => x402Resource(parts.config, mode),
      asks: true,
      isAlone: true,
      mode,
      ...(header("x-payment") !== undefined && { hint: olderVersion }),
    },
    signal,
  });
  return replyToPayer(parts, answer, requestId);
}

/** The address decides the mode. What is no object is left for the reader of jobs to refuse. */
function withMode(body: unknown, mode: Mode): unknown {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body, mode } : body;
}

const olderVersion =
  "The header X-PAYMENT belongs to x402 version 1, which is not supported. Pay with version 2, in PAYMENT-SIGNATURE.";
