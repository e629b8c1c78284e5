import type { CallerParts, ProcessParts, StoreParts } from "../../parts.ts";
import { issuerOf, resourceOf } from "./addresses.ts";
import { OAuthRefusal } from "./refusal.ts";
import { digestOf } from "./token-set.ts";

type Needs = ProcessParts & StoreParts & CallerParts;

/** Ends what a token of either kind came from. Revoking an invalid token succeeds (RFC 7009). */
export async function revokeToken(
  parts: Needs,
  { token, clientId }: Readonly<{ token: string; clientId: string | undefined }>,
): Promise<void> {
  const found = (await readRefresh(parts, token)) ?? (await readAccess(parts, token));
  if (!found) return;
  if (clientId !== undefined && found.client !== digestOf(clientId))
    throw new OAuthRefusal("invalid_grant", "This token was issued to another app.");
  await parts.store.endGrant(found.grant, parts.clock.now());
}

type Found = Readonly<{ grant: string; client: string }>;

async function readRefresh({ tokens }: Needs, token: string): Promise<Found | undefined> {
  const claims = await tokens.read("refresh", token);
  return claims === undefined || claims === "expired" ? undefined : (claims as Found);
}

async function readAccess({ tokens, config }: Needs, token: string): Promise<Found | undefined> {
  const wanted = { issuer: issuerOf(config), audience: resourceOf(config) };
  const claims = await tokens.read("access", token, wanted);
  if (claims === undefined || claims === "expired") return undefined;
  return { grant: String(claims["grant"]), client: digestOf(String(claims["client_id"])) };
}
