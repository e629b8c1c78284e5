import { fingerprintAddress } from "../../caller/address.ts";
import {
  addressOfAnswer,
  readChallenge,
  readReturnAddress,
  type ReturnAddress,
} from "../../caller/oauth/authorization.ts";
import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { browserSecretOf, makeBrowserSecret } from "./browser-secret.ts";
import { showConsent, showProblem } from "./consent-page.ts";
import { noStore, requireOAuth } from "./endpoint.ts";

const text = { type: "string" };

export const problemPage = {
  description: "A page that says what is wrong.",
  type: "text/html",
  schema: text,
};

export const authorize: Route = {
  method: "get",
  path: "/oauth/authorize",
  summary: "Ask the user whether an app may use a key",
  description:
    "Where an app sends people to sign in (RFC 6749, 4.1.1, with PKCE). The `client_id` is a registered one or the " +
    "https address of a client ID metadata document. Errors are shown on a page, with a link back to the app once " +
    "its address is verified; there is no redirect without consent.",
  query: {
    response_type: { const: "code" },
    client_id: text,
    redirect_uri: text,
    code_challenge: text,
    code_challenge_method: { const: "S256" },
    state: text,
    scope: text,
    resource: text,
  },
  response: { status: 200, description: "A page to allow or cancel.", type: "text/html" },
  otherAnswers: { 400: problemPage },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, incoming) => {
    requireOAuth(parts);
    try {
      const asker = fingerprintAddress(incoming.credential.address, parts.addressSecret);
      const { client, back } = await readReturnAddress(parts, incoming.query, asker);
      return await ask(parts, incoming, { client, back });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      parts.metrics.countRefusal(error.error);
      return showProblem(incoming, { status: 400, message: error.message });
    }
  },
};

async function ask(
  parts: Parts,
  incoming: Incoming,
  { client, back }: Awaited<ReturnType<typeof readReturnAddress>>,
): Promise<RouteReply> {
  try {
    const challenge = readChallenge(parts.config, incoming.query);
    const consent = { request: { client, back, challenge }, account: undefined };
    // Kept where there is one, so that a second page does not undo the first.
    const browserSecret = browserSecretOf(incoming) ?? makeBrowserSecret();
    return await showConsent(parts, { consent, browserSecret });
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    parts.metrics.countRefusal(error.error);
    const answer = { error: error.error, error_description: error.message };
    const location = addressOfAnswer(parts.config, back, answer);
    return showProblem(incoming, { status: 400, message: error.message, back: { ...back, location } });
  }
}

/**
 * To the app, with an answer, once somebody has decided on our page: anybody can register an app, so an address that
 * sent people on by itself would lend them our name (RFC 9700, 4.11.2). After a form it is 303: what was filled in goes
 * no further (4.12).
 */
export function sendBack(
  { config }: Pick<Parts, "config">,
  back: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): RouteReply {
  const location = addressOfAnswer(config, back, answer);
  return { status: 303, headers: { ...noStore, location, "referrer-policy": "no-referrer" } };
}
