import { destinationOf, isLoopback } from "../../caller/oauth/redirects.ts";
import { signTicket, type Consent } from "../../caller/oauth/ticket.ts";
import type { Parts } from "../../parts.ts";
import { pageHeaders, readAsset } from "../pages/frame/assets.ts";
import { writePage } from "../pages/frame/frame.ts";
import type { Incoming, RouteReply } from "../http/route.ts";
import { setBrowserSecret } from "./browser-secret.ts";
import { noStore } from "./endpoint.ts";

const type = "text/html; charset=utf-8";

/**
 * Nothing of a page with a form for keys is kept, framed or told to where it leads. It has no `form-action`: Chromium
 * holds every redirect after a form to that, the app's own onward ones included, and stops there without a word.
 */
const headers = {
  ...pageHeaders,
  ...noStore,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

type Shown = Readonly<{ consent: Consent; browserSecret: string }>;

/** The page that asks whether an app may use a key, and which. `problem` is why it is shown once more. */
export async function showConsent(
  parts: Parts,
  { consent, browserSecret }: Shown,
  { status = 200, problem = "" }: { status?: number; problem?: string } = {},
): Promise<RouteReply> {
  const { client, back } = consent.request;
  return showPage(parts, "consent.html", { consent, browserSecret }, status, {
    client_name: client.name,
    destination: destinationOf(back.redirectUri),
    published_at: client.publishedAt ?? "",
    is_loopback: isLoopback(back.redirectUri) ? "yes" : "",
    free_calls: String(parts.config.FREE_CALLS_PER_DAY),
    problem,
  });
}

/** The page that shows a new key, once, and then continues to the app. */
export async function showNewKey(parts: Parts, shown: Shown, key: string): Promise<RouteReply> {
  const client_name = shown.consent.request.client.name;
  return showPage(parts, "consent-key.html", shown, 200, { client_name, key });
}

async function showPage(
  parts: Parts,
  asset: keyof typeof titles,
  { consent, browserSecret }: Shown,
  status: number,
  values: Readonly<Record<string, string>>,
): Promise<RouteReply> {
  const ticket = await signTicket(parts, consent, browserSecret);
  return {
    status,
    type,
    headers: { ...headers, ...setBrowserSecret(parts.config, browserSecret) },
    body: writeConsent(asset, { ...values, ticket }),
  };
}

const titles = {
  "consent.html": "let an app use your key?",
  "consent-key.html": "your new key",
  "consent-problem.html": "this sign-in cannot go on",
};

function writeConsent(asset: keyof typeof titles, values: Readonly<Record<string, string>>): string {
  return writePage({
    title: `Assay: ${titles[asset]}`,
    description: "Sign in to Assay with a key.",
    look: "narrow consent-page",
    main: readAsset(asset, values),
    isPrivate: true,
    isAlone: true,
  });
}

type Problem = Readonly<{
  status: number;
  message: string;
  /** Where the app is, and the address that tells it; only where both are certain. */
  back?: Readonly<{ redirectUri: string; location: string }>;
}>;

/** The page that explains a problem. If the app is known, it has a link back to it. */
export function showProblem({ requestId }: Incoming, { status, message, back }: Problem): RouteReply {
  const body = writeConsent("consent-problem.html", {
    message,
    location: back?.location ?? "",
    destination: back ? destinationOf(back.redirectUri) : "",
    request_id: requestId,
  });
  return { status, type, headers, body };
}
