import { createHash, randomBytes } from "node:crypto";
import type { TestService } from "./service.ts";

export const redirectUri = "http://127.0.0.1:45678/callback";

export type App = Readonly<{ clientId: string; verifier: string; challenge: string }>;

export type Tokens = Readonly<{ access_token: string; refresh_token: string; expires_in: number }>;

/** A registered app, with its own secret for one sign-in. */
export async function registerApp(
  service: TestService,
  metadata: object = { client_name: "Test app", redirect_uris: [redirectUri] },
): Promise<App> {
  const registered = (await (await service.send("/oauth/register", { body: metadata })).json()) as any;
  return { clientId: registered.client_id, ...makePkce() };
}

export function makePkce(): Pick<App, "verifier" | "challenge"> {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The address to which an app redirects users; an undefined value is left out. */
export function authorizePath(app: App, values: Readonly<Record<string, string | undefined>> = {}): string {
  const given = {
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: redirectUri,
    code_challenge: app.challenge,
    code_challenge_method: "S256",
    state: "the state",
    ...values,
  };
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(pairs).toString()}`;
}

/** A page with a form of ours, as a browser keeps it. */
export type Page = Readonly<{
  status: number;
  html: string;
  ticket: string;
  cookie: string;
  headers: Headers;
}>;

export async function openPage(service: Pick<TestService, "url">, path: string): Promise<Page> {
  return toPage(await fetch(new URL(path, service.url), { redirect: "manual" }));
}

export async function toPage(response: Response): Promise<Page> {
  const html = await response.text();
  return {
    status: response.status,
    html,
    ticket: /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "",
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
    headers: response.headers,
  };
}

/** Fills in and sends the form of a page. */
export async function submit(
  { url }: Pick<TestService, "url">,
  { ticket, cookie }: Page,
  values: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/oauth/authorize`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: url, ...headers },
    body: new URLSearchParams({ ticket, decision: "allow", ...values }),
  });
}

/** Sends the form and, if a new key is shown, continues from there. The answer is the redirect to the app. */
export async function consentTo(service: Pick<TestService, "url">, page: Page, key = ""): Promise<URL> {
  const answer = await submit(service, page, { key });
  const last = answer.status === 200 ? await submit(service, await toPage(answer), {}) : answer;
  return new URL(last.headers.get("location") ?? "about:blank");
}

/** A code for the app, from a user with this key, or with a new one. */
export async function getCode(service: TestService, app: App, key = ""): Promise<string> {
  const page = await openPage(service, authorizePath(app));
  return (await consentTo(service, page, key)).searchParams.get("code") ?? "";
}

/** Sends a form to an endpoint. */
export async function post(
  { url }: Pick<TestService, "url">,
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(url + path, { method: "POST", body: new URLSearchParams(values) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export const redemption = ({ clientId, verifier }: App, code: string) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  code_verifier: verifier,
  redirect_uri: redirectUri,
});

export const refreshing = ({ clientId }: App, token: string) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
});

/** Tokens of an app, granted by a user with this key, or with a new one. */
export async function signIn(service: TestService, app: App, key = ""): Promise<Tokens> {
  const { body } = await post(service, "/oauth/token", redemption(app, await getCode(service, app, key)));
  return body;
}
