import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openClientDocuments } from "../../../../parts/client-documents/open-client-documents.ts";
import { startHttpsSite, type HttpsSite } from "../../../support/https-site.ts";
import { openTestLimits } from "../../../support/limits.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import {
  authorizePath,
  consentTo,
  makePkce,
  openPage,
  post,
  redemption,
  redirectUri,
  refreshing,
  type App,
} from "../../../support/sign-in.ts";

let services: TestServices;
let site: HttpsSite;
let service: TestService;
let document: Record<string, unknown>;
beforeAll(async () => {
  services = await openTestServices();
  site = await startHttpsSite((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const isAllowed = (address: string) => address === "127.0.0.1" || address === "::1";
  const clientDocuments = openClientDocuments({
    clock: manualClock(),
    limits: await openTestLimits(),
    isAllowed,
    ca: site.ca,
  });
  service = await services.open({ overrides: { clientDocuments } });
  document = {
    client_id: `${site.url}/app.json`,
    client_name: "Published app",
    redirect_uris: [redirectUri],
  };
  return async () => service[Symbol.asyncDispose]();
});

const anApp = (clientId = `${site.url}/app.json`): App => ({ clientId, ...makePkce() });

describe("an app that publishes its metadata", () => {
  test("signs in under the address of the metadata, and is shown with its host", async () => {
    const app = anApp();
    const page = await openPage(service, authorizePath(app));
    expect(page.html).toContain("<bdi>Published app</bdi>");
    expect(page.html).toContain(`id="published-at">${new URL(site.url).host}<`);
    const code = (await consentTo(service, page)).searchParams.get("code")!;
    const { status, body } = await post(service, "/oauth/token", redemption(app, code));
    expect(status).toBe(200);
    expect((await post(service, "/oauth/token", refreshing(app, body.refresh_token))).status).toBe(200);
  });

  test("may have a name of one letter", async () => {
    document = { ...document, client_name: "X" };
    expect((await openPage(service, authorizePath(anApp()))).html).toContain("<bdi>X</bdi>");
  });

  test.for<[string, Record<string, unknown>]>([
    ["names another address as its own", { client_id: "https://other.example/app.json" }],
    ["has no name", { client_name: undefined }],
    ["has an empty name", { client_name: "" }],
    ["has no redirect URIs", { redirect_uris: undefined }],
    ["has an invalid redirect URI", { redirect_uris: ["javascript:alert(1)"] }],
    ["has other redirect URIs only", { redirect_uris: ["https://app.example/cb"] }],
  ])("is refused when it %s", async ([, wrong]) => {
    document = { ...document, ...wrong };
    const { status, headers } = await openPage(service, authorizePath(anApp()));
    expect([status, headers.get("location")]).toEqual([400, null]);
  });

  test("is refused without a fetch when its address has no path, a fragment, a user or dot segments", async () => {
    const before = site.asked.length;
    const host = new URL(site.url).host;
    for (const address of [
      `${site.url}/`,
      site.url,
      `${site.url}/app.json#x`,
      `https://user@${host}/app.json`,
      `https://${host}/a/../app.json`,
      `http://${host}/app.json`,
    ])
      expect((await openPage(service, authorizePath(anApp(address)))).status).toBe(400);
    expect(site.asked).toHaveLength(before);
  });

  test("is refused, with the reason, when its address is not public", async () => {
    await using usual = await services.open();
    const { status, html } = await openPage(usual, authorizePath(anApp()));
    expect([status, html.includes("its address is not a public one")]).toEqual([400, true]);
  });
});
