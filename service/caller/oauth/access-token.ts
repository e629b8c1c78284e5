import { Fault } from "../../../parts/faults.ts";
import type { CallerParts, ProcessParts, StoreParts } from "../../parts.ts";
import type { KeyRecord } from "../../../parts/store/store.ts";
import { isOAuthOn, issuerOf, resourceOf } from "./addresses.ts";

type Needs = ProcessParts & StoreParts & CallerParts;

/** Keys have no dots, so nothing is both. */
export function isAccessToken(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
}

/** The key a token names. Undefined when the token is not ours; throws when its time is over. */
export async function findBearer(parts: Needs, token: string): Promise<KeyRecord | undefined> {
  const { tokens, store, clock, config } = parts;
  if (!isOAuthOn(config)) return undefined;
  const wanted = { issuer: issuerOf(config), audience: resourceOf(config) };
  const claims = await tokens.read("access", token, wanted);
  if (claims === undefined) return undefined;
  if (claims === "expired") throw over("This access token has expired. Refresh it, or sign in again.");
  const account = String(claims["sub"]);
  const [grant, key] = await Promise.all([
    store.readGrant(String(claims["grant"]), clock.now()),
    store.findKey(account),
  ]);
  if (!grant) throw over("The session of this access token has ended. Sign in again.");
  if (!key) throw over("The key of this access token was revoked. Sign in again with another key.");
  return key;
}

function over(message: string): Fault {
  return new Fault("unauthorized", { message });
}
