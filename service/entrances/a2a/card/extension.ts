import type { Parts } from "../../../parts.ts";
import type { Incoming } from "../../http/route.ts";

/** x402 over A2A, as its specification names it. */
export const x402Extension = "https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2";

/** Of 1.0, and of 0.3; clients send either to both. */
const headerNames = ["a2a-extensions", "x-a2a-extensions"];

type Selling = Pick<Parts, "x402">;

/** For the card's capabilities; a key is the other way, so nobody has to know this one. */
export function listedExtensions({ x402 }: Selling): { extensions?: object[] } {
  if (!x402) return {};
  const description = "A call can be paid on chain, without a key, in a message's metadata.";
  return { extensions: [{ uri: x402Extension, description, required: false }] };
}

/** Whether a client says that it can be asked for a payment. */
export function isActivated(parts: Selling, incoming: Pick<Incoming, "header">): boolean {
  return Object.keys(activationHeaders(parts, incoming)).length > 0;
}

/** Tells a client what it activated, in the header that it did so by. */
export function activationHeaders(
  { x402 }: Selling,
  { header }: Pick<Incoming, "header">,
): Record<string, string> {
  if (!x402) return {};
  const names = headerNames.filter((name) => uris(header(name)).includes(x402Extension));
  return Object.fromEntries(names.map((name) => [name, x402Extension]));
}

function uris(value = ""): string[] {
  return value.split(",").map((uri) => uri.trim());
}
