import { Fault } from "../../parts/faults.ts";
import type { LimitParts, CallerParts, ProcessParts } from "../parts.ts";
import { fingerprintAddress } from "./address.ts";
import { isOneOf } from "./same-secret.ts";

type Needs = ProcessParts & CallerParts & LimitParts;
type Asking = Readonly<{
  header: (name: string) => string | undefined;
  credential: Readonly<{ address: string }>;
}>;

/** Allows only the operator, who sends `ADMIN_TOKEN` as bearer. Throws `unauthorized`, `rate_limited`. */
export async function requireAdmin(
  { config, addressSecret, limits }: Needs,
  { header, credential }: Asking,
): Promise<void> {
  const sent = /^Bearer +(\S+) *$/i.exec(header("authorization") ?? "")?.[1];
  if (sent !== undefined && isOneOf([config.ADMIN_TOKEN, config.ADMIN_TOKEN_OLD], sent)) return;
  if (sent !== undefined)
    await limits.keep("unknownKeys", fingerprintAddress(credential.address, addressSecret));
  // A key would not help, so none is offered.
  const message = "Only the operator may read this: send ADMIN_TOKEN as 'Authorization: Bearer <token>'.";
  throw new Fault("unauthorized", { message, action: "fix_request" });
}

/** The same for what is anybody's as long as no `ADMIN_TOKEN` is set. */
export async function requireAdminWhereSet(parts: Needs, asking: Asking): Promise<void> {
  if (parts.config.ADMIN_TOKEN !== undefined) await requireAdmin(parts, asking);
}
