import type { CallerParts, ProcessParts, StoreParts } from "../../parts.ts";
import { OAuthRefusal } from "./refusal.ts";
import { digestOf, makeTokens, refreshLifeMs, type TokenSet } from "./token-set.ts";

type Needs = ProcessParts & StoreParts & CallerParts;
type Held = Readonly<{ clientId: string; token: string }>;
type Claims = Readonly<{ grant: string; sub: string; client: string }>;

/** New tokens for a refresh token, which is good once. */
export async function refreshTokens(parts: Needs, { clientId, token }: Held): Promise<TokenSet> {
  const { store, clock } = parts;
  const { grant, sub: account } = await readOwn(parts, { clientId, token });
  if (!(await store.findKey(account))) {
    await store.endGrant(grant, clock.now());
    throw new OAuthRefusal("invalid_grant", "The key was revoked. Sign in again with another key.");
  }
  const issued = await makeTokens(parts, { grant, account, clientId });
  const [tokenHash, nextHash, nowMs] = [digestOf(token), digestOf(issued.refresh_token), clock.now()];
  const turned = { id: grant, tokenHash, nextHash, nowMs, expiresAtMs: nowMs + refreshLifeMs };
  switch (await store.rotateGrant(turned)) {
    case "turned":
      return issued;
    case "reused":
      throw new OAuthRefusal(
        "invalid_grant",
        "This refresh token was used before, so its session was ended. Sign in again.",
      );
    case "gone":
      throw new OAuthRefusal("invalid_grant", "This session has ended. Sign in again.");
  }
}

async function readOwn({ tokens }: Needs, { clientId, token }: Held): Promise<Claims> {
  const claims = await tokens.read("refresh", token);
  if (claims === "expired")
    throw new OAuthRefusal(
      "invalid_grant",
      "This refresh token has expired: it was not used for 90 days. Sign in again.",
    );
  if (!claims) throw new OAuthRefusal("invalid_grant", "Unknown refresh token. Sign in again.");
  if (claims["client"] !== digestOf(clientId))
    throw new OAuthRefusal("invalid_grant", "This refresh token was issued to another app.");
  return claims as Claims;
}
