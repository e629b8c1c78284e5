import { createHash } from "node:crypto";
import type { Config } from "../../config.ts";
import type { Parts } from "../../parts.ts";
import { findClient, type Client } from "./clients.ts";
import { issuerOf, resourceOf } from "./addresses.ts";
import { isSameRedirect, withQuery } from "./redirects.ts";
import { OAuthRefusal } from "./refusal.ts";

/** Where an answer goes, once it is known that it may go there. */
export type ReturnAddress = Readonly<{ redirectUri: string; state: string | undefined }>;

/** What an app asks of the user it sent here. */
export type AuthorizationRequest = Readonly<{
  client: Client;
  back: ReturnAddress;
  challenge: string;
}>;

type Query = (name: string) => string | undefined;

/** The app and where to answer it; `asker` is who sent this, as far as it is known. Rejects while that is not certain: then nobody may be sent anywhere. */
export async function readReturnAddress(
  parts: Pick<Parts, "tokens" | "clientDocuments">,
  query: Query,
  asker: string,
): Promise<Pick<AuthorizationRequest, "client" | "back">> {
  const id = query("client_id");
  if (!id) throw new OAuthRefusal("invalid_request", "`client_id` is missing.");
  const client = await findClient(parts, id, asker);
  const asked = query("redirect_uri") || onlyOne(client.redirectUris);
  if (!asked) throw new OAuthRefusal("invalid_request", "`redirect_uri` is missing.");
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, asked)))
    throw new OAuthRefusal("invalid_request", "`redirect_uri` is not registered for this app.");
  return { client, back: { redirectUri: asked, state: query("state") } };
}

/** What is wrong with the rest can be told to the app. Scopes are not: there is one, and it is what everybody gets. */
export function readChallenge(config: Config, query: Query): string {
  if (query("response_type") !== "code")
    throw new OAuthRefusal("unsupported_response_type", "`response_type` must be code.");
  const challenge = query("code_challenge") ?? "";
  if (!/^[\w-]{43}$/.test(challenge) || query("code_challenge_method") !== "S256")
    throw new OAuthRefusal("invalid_request", "PKCE is required: send a `code_challenge` with method S256.");
  requireResource(config, query("resource"));
  return challenge;
}

/** Tokens are for one resource. Older clients name none, and some leave out the path or add a slash. */
export function requireResource(config: Config, asked: string | undefined): void {
  if (!asked) return;
  const url = URL.parse(asked);
  const named = url && url.hash === "" ? withoutSlash(`${url.origin}${url.pathname}`) : undefined;
  const ours = [resourceOf(config), issuerOf(config)].map((one) => withoutSlash(new URL(one).href));
  if (named === undefined || !ours.includes(named))
    throw new OAuthRefusal("invalid_target", `Tokens are for ${resourceOf(config)} only.`);
}

/** Every answer names its issuer, so that it cannot be confused with another server's (RFC 9207). */
export function addressOfAnswer(
  config: Config,
  { redirectUri, state }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): string {
  return withQuery(redirectUri, { ...answer, state, iss: issuerOf(config) });
}

export function isVerifierOf(challenge: string, verifier: string): boolean {
  const isVerifier = /^[\w.~-]{43,128}$/.test(verifier);
  return isVerifier && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

function withoutSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

function onlyOne(uris: readonly string[]): string | undefined {
  return uris.length === 1 ? uris[0] : undefined;
}
