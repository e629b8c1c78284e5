import type { Parts } from "../../parts.ts";
import type { AuthorizationRequest } from "./authorization.ts";
import { digestOf } from "./token-set.ts";

/** How long a user may take on the consent page, including to find a key. */
export const ticketLifeMs = 30 * 60_000;

/** The request that a consent page shows, signed, so that the browser cannot change it. */
export type Consent = Readonly<{
  request: AuthorizationRequest;
  /** The key that was chosen, where only the last step is left. */
  account: string | undefined;
}>;

type Needs = Pick<Parts, "tokens" | "clock">;

/** Good only together with the browser's secret: a form that another page sends has none that fits. */
export async function signTicket(
  { tokens, clock }: Needs,
  { request, account }: Consent,
  browserSecret: string,
): Promise<string> {
  const { client, back, challenge } = request;
  const claims = { client, back, challenge, account, browser: digestOf(browserSecret) };
  return tokens.sign("ticket", claims, clock.now() + ticketLifeMs);
}

export async function readTicket(
  { tokens }: Pick<Needs, "tokens">,
  ticket: string,
  browserSecret: string | undefined,
): Promise<Consent | undefined> {
  const claims = await tokens.read("ticket", ticket);
  if (claims === undefined || claims === "expired" || browserSecret === undefined) return undefined;
  const { browser, account, ...request } = claims as AuthorizationRequest & {
    browser: string;
    account?: string;
  };
  const { client, back, challenge } = request;
  return browser === digestOf(browserSecret) ? { request: { client, back, challenge }, account } : undefined;
}
