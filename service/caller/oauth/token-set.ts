import { createHash, randomUUID } from "node:crypto";
import type { CallerParts, ProcessParts } from "../../parts.ts";
import { issuerOf, resourceOf, scope } from "./addresses.ts";

const accessLifeMs = 3_600_000;
/** Counted again whenever the token is turned. */
export const refreshLifeMs = 90 * 86_400_000;

/** The token response that an app gets (RFC 6749, 5.1). */
export type TokenSet = Readonly<{
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}>;

/** What tokens belong to: a grant, its key, and its app. */
export type Bearer = Readonly<{ grant: string; account: string; clientId: string }>;

type Needs = ProcessParts & CallerParts;

export async function makeTokens(parts: Needs, bearer: Bearer): Promise<TokenSet> {
  return {
    access_token: await makeAccessToken(parts, bearer),
    token_type: "Bearer",
    expires_in: accessLifeMs / 1000,
    refresh_token: await makeRefreshToken(parts, bearer),
    scope,
  };
}

async function makeAccessToken({ tokens, clock, config }: Needs, bearer: Bearer): Promise<string> {
  const claims = {
    iss: issuerOf(config),
    aud: resourceOf(config),
    sub: bearer.account,
    client_id: bearer.clientId,
    scope,
    iat: Math.floor(clock.now() / 1000),
    jti: randomUUID(),
    grant: bearer.grant,
  };
  return tokens.sign("access", claims, clock.now() + accessLifeMs);
}

async function makeRefreshToken({ tokens, clock }: Needs, { grant, account, clientId }: Bearer) {
  const claims = { jti: randomUUID(), grant, sub: account, client: digestOf(clientId) };
  return tokens.sign("refresh", claims, clock.now() + refreshLifeMs);
}

/** Short, wherever it only matters that it is the same text. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
