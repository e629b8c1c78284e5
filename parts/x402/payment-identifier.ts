import { isValidPaymentId, PAYMENT_IDENTIFIER } from "@x402/extensions/payment-identifier";
import { z } from "zod";
import { Fault } from "../faults.ts";

/** Tells payers that they may name a purchase, so that it is made once whatever they sign. Short, as it travels in headers. */
export const identifierExtension = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: { type: "object", properties: { id: { type: "string", pattern: "^[\\w-]{16,128}$" } } },
  },
};

const Echoed = z.looseObject({ info: z.looseObject({ id: z.unknown().optional() }) });

/**
 * The identifier that a payment carries, or null. The SDK would hold it against the schema that came with it: compiling a
 * stranger's schema is work that we do not do for strangers, and its rule is ours already.
 */
export function readIdentifier(
  extensions: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const sent = extensions?.[PAYMENT_IDENTIFIER];
  if (sent === undefined || sent === null) return null;
  const read = Echoed.safeParse(sent);
  if (!read.success) throw malformed("must be an object with `info`");
  const { id } = read.data.info;
  if (id === undefined) return null;
  if (typeof id === "string" && isValidPaymentId(id)) return id;
  throw malformed("has an `info.id` that is not 16 to 128 of the characters A-Z, a-z, 0-9, _ and -");
}

function malformed(what: string): Fault {
  return new Fault("malformed_payment", { message: `The extension ${PAYMENT_IDENTIFIER} ${what}.` });
}
