import { z } from "zod";
import { readPayView, type PayStatus } from "../access/pay-view.ts";
import type { Route } from "./route.ts";

const Status = z.object({
  status: z
    .enum(["open", "seen", "credited", "expired"])
    .describe("`seen` is paid, but not deep enough in the chain yet."),
  credits: z.int().describe("What is paid for."),
  credits_added: z
    .int()
    .nullable()
    .describe("What the payment filled, together with what earlier ones left over."),
  confirmations: z.int(),
  required_confirmations: z.int(),
  tx_hash: z.string().nullable(),
  expires_at: z.iso.datetime().describe("The payment must be in a block by then."),
  now: z.iso.datetime().describe("The service's time, for counting down by it."),
}) satisfies z.ZodType<PayStatus>;

export const payStatus: Route = {
  method: "get",
  path: "/pay/{reservation_id}/status",
  summary: "Where a payment stands, for whoever has its link",
  description: "What the page to pay on asks. It tells nothing of the key that is paid for.",
  response: { status: 200, description: "Where it stands.", schema: z.toJSONSchema(Status) },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, { pathPiece }) => {
    const { status } = await readPayView(parts, pathPiece("reservation_id"));
    return { status: 200, headers: { "cache-control": "no-store" }, body: status };
  },
};
