import { randomUUID } from "node:crypto";
import type { CallerParts, ProcessParts, StoreParts } from "../../parts.ts";
import { isVerifierOf, type AuthorizationRequest } from "./authorization.ts";
import { OAuthRefusal } from "./refusal.ts";
import { digestOf, makeTokens, refreshLifeMs, type TokenSet } from "./token-set.ts";

const codeLifeMs = 60_000;
const maxGrantsPerKey = 50;

type Code = Readonly<{
  /** The grant that it opens, once. */
  jti: string;
  sub: string;
  client: string;
  redirect: string;
  challenge: string;
}>;

type Needs = ProcessParts & StoreParts & CallerParts;

/** Says on whose key an app may act; the app exchanges it within a minute. */
export async function issueCode(
  { tokens, clock }: Pick<Needs, "tokens" | "clock">,
  { client, back, challenge }: AuthorizationRequest,
  account: string,
): Promise<string> {
  const code: Code = {
    jti: randomUUID(),
    sub: account,
    client: digestOf(client.id),
    redirect: digestOf(back.redirectUri),
    challenge,
  };
  return tokens.sign("code", code, clock.now() + codeLifeMs);
}

type Redemption = Readonly<{
  clientId: string;
  code: string;
  verifier: string;
  /** OAuth 2.1 does without it; one that is sent must be the one that the code went to. */
  redirectUri: string | undefined;
}>;

export async function redeemCode(parts: Needs, redemption: Redemption): Promise<TokenSet> {
  const { store, clock } = parts;
  const { jti: grant, sub: account } = await readCode(parts, redemption);
  if (!(await store.findKey(account)))
    throw new OAuthRefusal("invalid_grant", "The key was revoked. Sign in again.");
  const issued = await makeTokens(parts, { grant, account, clientId: redemption.clientId });
  const nowMs = clock.now();
  const opening = { id: grant, account, tokenHash: digestOf(issued.refresh_token), nowMs };
  const life = { expiresAtMs: nowMs + refreshLifeMs, maxOpen: maxGrantsPerKey };
  if ((await store.openGrant({ ...opening, ...life })) === "used")
    throw new OAuthRefusal(
      "invalid_grant",
      "This code was used before, so its session was ended. Sign in again.",
    );
  return issued;
}

async function readCode({ tokens }: Needs, redemption: Redemption): Promise<Code> {
  const { clientId, code: text, verifier, redirectUri } = redemption;
  const read = await tokens.read("code", text);
  if (read === "expired") throw new OAuthRefusal("invalid_grant", "This code has expired. Sign in again.");
  if (!read) throw new OAuthRefusal("invalid_grant", "Unknown code. Sign in again.");
  const code = read as Code;
  if (code.client !== digestOf(clientId))
    throw new OAuthRefusal("invalid_grant", "This code was issued to another app.");
  if (redirectUri !== undefined && code.redirect !== digestOf(redirectUri))
    throw new OAuthRefusal("invalid_grant", "`redirect_uri` is not the one this code was sent to.");
  if (!isVerifierOf(code.challenge, verifier))
    throw new OAuthRefusal("invalid_grant", "`code_verifier` does not match the `code_challenge`.");
  return code;
}
