import { srcQuery, statedOrigin } from "../../caller/origin.ts";
import { mayRecord } from "../../work/recording.ts";
import { handlePaid } from "../../payment/x402/paid-call.ts";
import { modes, type Mode } from "../../../engine/job.ts";
import { Fault } from "../../../parts/faults.ts";
import { direct } from "../../../parts/store/visits.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { replyToPayer } from "./x402-reply.ts";
import { x402Resource } from "./x402-resources.ts";
import { answerWallet } from "./x402-sign-in.ts";

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
  if (!parts.x402) throw new Fault("not_found");
  const { readJson, credential, header, query, signal, requestId } = incoming;
  const payment = header("payment-signature");
  const proof = header("sign-in-with-x");
  if (payment === undefined && proof !== undefined)
    return answerWallet({ ...parts, x402: parts.x402 }, incoming, { mode, proof });
  const paid = await handlePaid(parts, {
    mode,
    body: await readJson(),
    payment,
    resource: x402Resource(parts.config, mode),
    entrance: "x402",
    origin: statedOrigin({ query, header }) ?? direct,
    mayRecord: mayRecord({ header }),
    address: credential.address,
    signal,
    ...(header("x-payment") !== undefined && { hint: olderVersion }),
  });
  return replyToPayer(parts, paid, requestId);
}

const olderVersion =
  "The header X-PAYMENT belongs to x402 version 1, which is not supported. Pay with version 2, in PAYMENT-SIGNATURE.";
