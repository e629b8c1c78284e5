import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { startCallbackApp, type CallbackApp } from "../support/callback-app.ts";
import type { TestService } from "../support/service.ts";
import { authorizePath, post, redemption, registerApp, type App } from "../support/sign-in.ts";
import { findViolations } from "./axe.ts";
import { findLowContrast } from "./low-contrast.ts";
import { openViewing } from "./marketplace-browser.ts";

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let service: TestService;
let callback: CallbackApp;
let app: App;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
});
afterAll(async () => viewing?.[Symbol.asyncDispose]());
beforeEach(async () => {
  service = await viewing.services.open();
  callback = await startCallbackApp();
  app = await registerApp(service, { client_name: "Test app", redirect_uris: [callback.redirectUri] });
  return async () => {
    // A browser may keep an idle connection open, and the service would wait for it.
    for (const context of browser.contexts()) await context.close();
    await callback[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  };
});

const pathOf = (redirectUri = callback.redirectUri): string =>
  authorizePath(app, { redirect_uri: redirectUri });

/** The page in a browser, recording its errors. */
async function open(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url, { waitUntil: "load" });
  return { page, problems };
}

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).click();

/** The account of the tokens that the app gets for its code. */
async function subjectOf(answer: URLSearchParams): Promise<unknown> {
  const values = redemption(app, answer.get("code") ?? "");
  const { body } = await post(service, "/oauth/token", { ...values, redirect_uri: callback.redirectUri });
  return JSON.parse(Buffer.from(body.access_token.split(".")[1], "base64url").toString()).sub;
}

describe("signing in", () => {
  test.for([true, false])(
    "returns to the app after a key was entered (scripts run: %s)",
    async (javaScriptEnabled) => {
      const key = await service.createKey();
      const { page, problems } = await open(service.url + pathOf(), { javaScriptEnabled });
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Let Test app use your key?");
      expect(await page.locator("#destination").innerText()).toBe(new URL(callback.redirectUri).host);
      expect(await page.locator("#loopback").isVisible()).toBe(true);
      await page.getByLabel("Your Assay key").fill(key);
      await press(page, "Allow");
      await page.getByRole("heading", { name: "Signed in" }).waitFor();
      expect(problems).toEqual([]);
      expect(callback.answers).toHaveLength(1);
      expect(callback.answers[0]!.get("iss")).toBe(service.url);
      expect(await subjectOf(callback.answers[0]!)).toBe(fingerprintOf(key));
    },
  );

  test("without a key shows a new one, then returns to the app", async () => {
    const { page, problems } = await open(service.url + pathOf(), { javaScriptEnabled: false });
    await press(page, "Allow");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Your new key");
    const key = await page.locator("#key").innerText();
    expect(callback.answers).toEqual([]);
    await press(page, /^Continue to/);
    await page.getByRole("heading", { name: "Signed in" }).waitFor();
    expect(await subjectOf(callback.answers[0]!)).toBe(fingerprintOf(key));
    expect(problems).toEqual([]);
  });

  test("allows with the return key, and asks again after an unknown key", async () => {
    const { page } = await open(service.url + pathOf());
    await page.getByLabel("Your Assay key").fill("asy_mistyped");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").innerText()).toContain("Unknown key.");
    expect(await page.getByLabel("Your Assay key").inputValue()).toBe("");
    await page.getByLabel("Your Assay key").fill(await service.createKey());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Signed in" }).waitFor();
  });

  test("can be cancelled", async () => {
    const { page } = await open(service.url + pathOf());
    await press(page, "Cancel");
    await page.getByRole("heading", { name: "Signed in" }).waitFor();
    expect(callback.answers[0]!.get("error")).toBe("access_denied");
  });

  test("follows the redirects of the app itself", async () => {
    await using onward = await startCallbackApp();
    await using forwarding = await startCallbackApp(onward.redirectUri);
    const { page, problems } = await open(service.url + pathOf(forwarding.redirectUri));
    await page.getByLabel("Your Assay key").fill(await service.createKey());
    await press(page, "Allow");
    await page.getByRole("heading", { name: "Signed in" }).waitFor();
    expect([forwarding.answers.length, onward.answers.length, problems]).toEqual([1, 1, []]);
  });

  test("sends no referrer to the app's page", async () => {
    const { page } = await open(service.url + pathOf());
    await press(page, "Cancel");
    await page.getByRole("heading", { name: "Signed in" }).waitFor();
    expect(await page.evaluate("document.referrer")).toBe("");
  });
});

describe("a page of another site", () => {
  /** Under a name other than the service's, so that browsers treat it as another site. */
  async function startOther(html: string): Promise<string> {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end(html);
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://localhost:${(server.address() as AddressInfo).port}/`;
  }

  test("cannot show the consent page in a frame", async () => {
    const other = await startOther(
      `<iframe src="${service.url}${pathOf().replaceAll("&", "&amp;")}"></iframe>`,
    );
    const { page, problems } = await open(other);
    await expect.poll(() => problems.join()).toContain("frame-ancestors 'none'");
    await expect.poll(() => page.frames()[1]!.url()).toBe("chrome-error://chromewebdata/");
  });

  test("cannot submit its form, even with a ticket that this browser received", async () => {
    const { page } = await open(service.url + pathOf());
    const ticket = await page.locator("input[name=ticket]").inputValue();
    const other = await startOther(
      `<form method="post" action="${service.url}/oauth/authorize">
         <input name="ticket" value="${ticket}"><button name="decision" value="allow">Win</button></form>`,
    );
    await page.goto(other);
    await press(page, "Win");
    await page.getByRole("heading", { name: "This sign-in cannot continue" }).waitFor();
    expect(callback.answers).toEqual([]);
    expect(await page.locator("code").allInnerTexts()).toHaveLength(1); // the request's id, no key
  });
});

describe("the layout", () => {
  const views = {
    "the question": async (page: Page) => page.locator("#key").waitFor(),
    "the repeated question": async (page: Page) => {
      await page.getByLabel("Your Assay key").fill("asy_mistyped");
      await press(page, "Allow");
      await page.getByRole("alert").waitFor();
    },
    "a new key": async (page: Page) => {
      await press(page, "Allow");
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
    },
  };

  test.for(Object.entries(views))(
    "fits a phone, has large enough buttons, and is readable in light and dark: %s",
    async ([, reach]) => {
      const name = "An app whose name is as long as a name may be and then some more of it, far too long";
      app = await registerApp(service, { client_name: name, redirect_uris: [callback.redirectUri] });
      const { page } = await open(service.url + pathOf());
      await reach(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await page.evaluate(findLowContrast)]).toEqual([colorScheme, []]);
        expect([colorScheme, await findViolations(page)]).toEqual([colorScheme, []]);
      }
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        for (const control of await page.locator("button, input:not([type=hidden])").all())
          expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(40);
      }
    },
  );
});
