import {
  OFFER_RECEIPT,
  signOfferEIP712,
  signReceiptEIP712,
  type OfferPayload,
  type ReceiptPayload,
  type SignTypedDataFn,
} from "@x402/extensions/offer-receipt";
import type { Clock } from "../../platform/clock.ts";
import type { Receipt, Terms } from "./x402.ts";

/** The version of what is signed, as the extension counts them. */
const version = 1;
/** An offer is signed once for all callers within a window, and is valid until the end of the next window. */
const windowS = 600;
/** Resources are few; beyond this many, what is kept of them starts over. */
const maxRemembered = 1000;

export type SignTypedData = SignTypedDataFn;

type Sold = Readonly<{ url: string; item: string; terms: readonly Terms[] }>;

/** What is offered and what was paid, signed by the service, so that a payer can show it to others (`offer-receipt`). */
export type SignedOffers = Readonly<{
  offer(sold: Sold): Promise<Readonly<Record<string, unknown>>>;
  receipt(url: string, receipt: Receipt): Promise<Receipt>;
}>;

export function createSignedOffers(clock: Clock, sign: SignTypedData): SignedOffers {
  const kept = new Map<string, Promise<Readonly<Record<string, unknown>>>>();
  return {
    // Signing takes a millisecond of the main thread, and strangers ask for offers: so it is not done for each of them.
    offer: async ({ url, item, terms }) => {
      const validUntil = (Math.floor(clock.now() / 1000 / windowS) + 2) * windowS;
      const name = `${validUntil} ${item} ${url}`;
      if (kept.size >= maxRemembered) kept.clear();
      const offers = kept.get(name) ?? signOffers({ url, terms, validUntil }, sign);
      kept.set(name, offers);
      return offers;
    },
    receipt: async (url, receipt) => {
      const { network, payer, transaction } = receipt;
      const issuedAt = Math.floor(clock.now() / 1000);
      const payload: ReceiptPayload = { version, network, resourceUrl: url, payer, issuedAt, transaction };
      const signature = await signReceiptEIP712(payload, sign);
      return { ...receipt, extensions: extend("receipt", { format: "eip712", payload, signature }) };
    },
  };
}

async function signOffers(
  { url, terms, validUntil }: { url: string; terms: readonly Terms[]; validUntil: number },
  sign: SignTypedData,
): Promise<Readonly<Record<string, unknown>>> {
  const offers = terms.map(async ({ scheme, network, asset, payTo, amount }, acceptIndex) => {
    const payload: OfferPayload = {
      version,
      resourceUrl: url,
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil,
    };
    return { format: "eip712", acceptIndex, payload, signature: await signOfferEIP712(payload, sign) };
  });
  return extend("offers", await Promise.all(offers));
}

/** The schema is short, since payers send it back in a header. */
function extend(name: "offers" | "receipt", value: object): Readonly<Record<string, unknown>> {
  return { [OFFER_RECEIPT]: { info: { [name]: value }, schema: { type: "object", required: [name] } } };
}
