import { identifyKey } from "../../caller/identify.ts";
import { createKey } from "../../caller/keys.ts";
import { issueCode } from "../../caller/oauth/codes.ts";
import { issuerOf } from "../../caller/oauth/addresses.ts";
import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import { readTicket, type Consent } from "../../caller/oauth/ticket.ts";
import { Fault } from "../../../parts/faults.ts";
import { countVisit } from "../../../parts/store/visits.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { problemPage, sendBack } from "./authorize.ts";
import { browserSecretOf } from "./browser-secret.ts";
import { showConsent, showNewKey, showProblem } from "./consent-page.ts";
import { requireOAuth } from "./endpoint.ts";
import { formType, readForm, type Form } from "./form.ts";

/** Keys created here are counted under this name. */
const origin = "oauth";

export const consent: Route = {
  method: "post",
  path: "/oauth/authorize",
  summary: "The form of the page that asks",
  description: "Sent by the page of `GET /oauth/authorize`, and by nothing else.",
  requestType: formType,
  request: {
    type: "object",
    properties: {
      ticket: { type: "string" },
      key: { type: "string", description: "Left empty for a new free key." },
      decision: { enum: ["allow", "deny"] },
    },
    required: ["ticket", "decision"],
  },
  response: { status: 303, description: "Back to the app, with a code or an error.", type: "text/html" },
  otherAnswers: {
    200: { ...problemPage, description: "A page with the new key." },
    400: problemPage,
    429: problemPage,
    503: problemPage,
  },
  refusals: ["not_found"],
  answer: async (parts, incoming) => {
    requireOAuth(parts);
    try {
      return await decide(parts, incoming);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      parts.metrics.countRefusal(error.error);
      return showProblem(incoming, { status: 400, message: error.message });
    }
  },
};

async function decide(parts: Parts, incoming: Incoming): Promise<RouteReply> {
  requireOwnPage(parts, incoming);
  const form = await readForm(incoming);
  const browserSecret = browserSecretOf(incoming);
  const known = await readTicket(parts, form("ticket") ?? "", browserSecret);
  if (known === undefined || browserSecret === undefined)
    throw new OAuthRefusal("invalid_request", "This page has expired, or was opened in another browser.");
  const { back } = known.request;
  const decision = form("decision");
  if (decision === "deny") {
    const answer = { error: "access_denied", error_description: "The sign-in was cancelled." };
    return sendBack(parts, back, answer);
  }
  if (decision !== "allow") throw new OAuthRefusal("invalid_request", "The form has no decision.");
  return allow(parts, incoming, { consent: known, browserSecret, form });
}

type Allowing = Readonly<{ consent: Consent; browserSecret: string; form: Form }>;

async function allow(
  parts: Parts,
  { credential: { address } }: Incoming,
  { consent: known, browserSecret, form }: Allowing,
): Promise<RouteReply> {
  const { request } = known;
  const shown = { consent: known, browserSecret };
  const secret = form("key")?.trim();
  try {
    if (known.account === undefined && !secret) {
      const { key, fingerprint: account } = await createKey(parts, address, origin);
      void countVisit(parts, "key", origin);
      return await showNewKey(parts, { consent: { request, account }, browserSecret }, key);
    }
    const account = known.account ?? (await identifyKey(parts, { secret, address }));
    return sendBack(parts, request.back, { code: await issueCode(parts, request, account) });
  } catch (error) {
    if (!(error instanceof Fault) || error.kind.http === undefined) throw error;
    parts.metrics.countRefusal(error.code);
    return showConsent(parts, shown, toldOnPage(error));
  }
}

/** The same refusal as a sentence above the field; the page needs no credential of its own, so none is asked for. */
function toldOnPage({ code, message, kind: { http = 500 } }: Fault): { status: number; problem: string } {
  if (code === "unauthorized")
    return {
      status: 400,
      problem: "Unknown key. Check that it is complete, or leave the field empty.",
    };
  if (code === "quota_exhausted")
    return { status: http, problem: `${message} Use one of them, or try again tomorrow.` };
  return { status: http, problem: `${message} Try again in a moment.` };
}

/** Browsers say which page a form was on, and of `null` at least how near it was. */
function requireOwnPage({ config }: Pick<Parts, "config">, { header }: Incoming): void {
  const [sender, nearness] = [header("origin"), header("sec-fetch-site")];
  const isOurs = sender === undefined || sender === "null" || sender === new URL(issuerOf(config)).origin;
  const isNear = nearness === undefined || nearness === "same-origin";
  if (!isOurs || !isNear) throw new OAuthRefusal("invalid_request", "The form was sent by another page.");
}
