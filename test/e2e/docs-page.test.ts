import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../service/entrances/routes.ts";
import { openTestService, type TestService } from "../support/service.ts";

const executablePath = "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  if (!existsSync(executablePath)) {
    throw new Error(
      "There is no Chromium: npm test installs it as root on Debian; elsewhere apt-get install chromium.",
    );
  }
  [service, browser] = await Promise.all([openTestService(), chromium.launch({ executablePath, args })]);
});
afterAll(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

/** A page that notes whatever went wrong on it, requests to anywhere else included. */
async function openPage(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} answered ${response.status()}`);
  });
  await page.route("**/*", async (route) => {
    if (route.request().url().startsWith(`${service.url}/`)) return route.continue();
    problems.push(`${route.request().url()} is elsewhere`);
    return route.abort();
  });
  await page.goto(service.url + path, { waitUntil: "load" });
  return { page, problems };
}

describe("/docs", () => {
  test("shows every operation, and trying one out answers, without anything from elsewhere", async () => {
    const { page, problems } = await openPage("/docs");
    await page.locator(".opblock").first().waitFor();
    const shown = await page
      .locator(".opblock-summary-path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("data-path")));
    expect(new Set(shown)).toEqual(new Set(routes.map(({ path }) => path)));

    const info = page.locator(".opblock", { has: page.locator('[data-path="/v1/info"]') });
    await info.locator(".opblock-summary-control").first().click();
    await info.getByRole("button", { name: "Execute" }).click();
    const live = info.locator(".live-responses-table .response-col_status").last();
    await live.waitFor();
    expect((await live.textContent())?.trim()).toMatch(/^200/);
    expect(await info.locator(".live-responses-table").textContent()).toContain('"assay"');
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe("/", () => {
  test("shows what the service is and leads to the docs, without anything from elsewhere", async () => {
    const { page, problems } = await openPage("/");
    expect(await page.locator("h1").textContent()).toBe("Assay");
    expect(await page.locator("body").textContent()).toContain(`curl -X POST ${service.url}/v1/keys`);
    const icon = page.locator("header img");
    expect(await icon.evaluate((image) => "naturalWidth" in image && Number(image.naturalWidth) > 0)).toBe(
      true,
    );
    await page.getByRole("link", { name: "/docs" }).click();
    await page.locator(".opblock").first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
