import { createHmac } from "node:crypto";
import { meteredForm } from "../../parts/limits/metered-address.ts";

/** Keyed, since a plain hash of an IPv4 address is undone by trying them all. */
export function fingerprintAddress(address: string, secret: string): string {
  return createHmac("sha256", secret).update(meteredForm(address)).digest("hex");
}
