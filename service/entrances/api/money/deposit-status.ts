import { z } from "zod";
import { readDepositStatus } from "../../../credits/deposit-status.ts";
import { identifyKey } from "../../../caller/identify.ts";
import { requireNative } from "../../../terms/native.ts";
import { showReservation } from "../../../credits/reservation-view.ts";
import { ReservationView } from "./deposit.ts";
import type { Route } from "../../http/route.ts";

const Status = ReservationView.extend({
  status: z
    .enum(["open", "seen", "credited", "expired"])
    .describe("`seen` is paid, but does not have enough confirmations yet."),
  confirmations: z.int().describe("Confirmations; 1 means the newest block."),
  required_confirmations: z.int(),
  tx_hash: z.string().optional(),
  credits_added: z.int().optional().describe("How many credits the payment paid for."),
});

export const depositStatus: Route = {
  method: "get",
  path: "/v1/keys/deposit/{reservation_id}",
  summary: "Show the state of a reservation",
  isOpenToPages: true,
  needsKey: true,
  response: { status: 200, description: "Its state.", schema: z.toJSONSchema(Status, { io: "input" }) },
  refusals: ["not_found", "rate_limited", "store_unavailable"],
  answer: async (parts, { credential, pathPiece }) => {
    const fingerprint = await identifyKey(parts, credential);
    const terms = requireNative(parts);
    const { status, confirmations, reservation } = await readDepositStatus(
      parts,
      fingerprint,
      pathPiece("reservation_id"),
    );
    const { deposit } = reservation;
    const body: z.infer<typeof Status> = {
      ...showReservation(parts.config, terms, reservation),
      status,
      confirmations,
      required_confirmations: terms.confirmations,
      ...(deposit && { tx_hash: deposit.tx }),
      ...(status === "credited" && { credits_added: deposit?.credits ?? 0 }),
    };
    return { status: 200, headers: { "cache-control": "no-store" }, body };
  },
};
