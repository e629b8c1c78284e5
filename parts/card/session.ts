import { z } from "zod";
import type { CardSession, Purchase } from "./card.ts";

/** The few fields we read, whatever version of the processor's API wrote them. */
const Session = z.object({
  id: z.string().min(1).max(255),
  status: z.enum(["open", "complete", "expired"]).catch("open"),
  payment_status: z.string().optional(),
  amount_total: z.int().nullable().catch(null),
  currency: z.string().nullable().catch(null),
  client_reference_id: z.string().nullable().catch(null),
  metadata: z.record(z.string(), z.string()).nullable().catch(null),
});

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

const Written = z
  .object({
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
    credits: wholeNumber,
    amount_cents: wholeNumber,
    seal: z.string(),
  })
  .transform(({ fingerprint, credits, amount_cents, seal }): Purchase => ({
    fingerprint,
    credits,
    amountCents: amount_cents,
    seal,
  }));

/** A purchase as metadata, which is text only. */
export function toMetadata({ fingerprint, credits, amountCents, seal }: Purchase): Record<string, string> {
  return { fingerprint, credits: String(credits), amount_cents: String(amountCents), seal };
}

/** Undefined where it is no session at all. */
export function readSession(object: unknown): CardSession | undefined {
  const { data } = Session.safeParse(object);
  if (!data) return undefined;
  const purchase = Written.safeParse(data.metadata).data;
  return {
    id: data.id,
    state: data.status,
    isPaid: data.payment_status === "paid",
    amountCents: data.amount_total,
    currency: data.currency,
    purchase: purchase?.fingerprint === data.client_reference_id ? purchase : undefined,
  };
}
