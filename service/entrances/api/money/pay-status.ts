import { z } from "zod";
import { readPayView, type PayStatus } from "../../../credits/pay-view.ts";
import type { Route } from "../../http/route.ts";

const Status = z.object({
  status: z
    .enum(["open", "seen", "credited", "expired"])
    .describe("`seen` is paid, but does not have enough confirmations yet."),
  credits: z.int().describe("The number of credits."),
  credits_added: z.int().nullable().describe("Credits from this payment and the remainder of earlier ones."),
  confirmations: z.int(),
  required_confirmations: z.int(),
  tx_hash: z.string().nullable(),
  expires_at: z.iso.datetime().describe("The payment must be in a block by this time."),
  unclaimed: z
    .array(z.object({ tx_hash: z.string(), sender: z.string(), amount: z.string(), at: z.iso.datetime() }))
    .describe(
      "The newest transfers since the link was made that name no key and have no reserved amount, at most 5. Their senders can claim them with `POST /v1/keys/topup`.",
    ),
  now: z.iso.datetime().describe("The service's time, for the countdown."),
}) satisfies z.ZodType<PayStatus>;

export const payStatus: Route = {
  method: "get",
  path: "/pay/{reservation_id}/status",
  summary: "The state of a payment, for anyone with its link",
  description: "Used by the payment page. It does not show the key.",
  response: { status: 200, description: "Its state.", schema: z.toJSONSchema(Status) },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, { pathPiece }) => {
    const { status } = await readPayView(parts, pathPiece("reservation_id"));
    return { status: 200, headers: { "cache-control": "no-store" }, body: status };
  },
};
