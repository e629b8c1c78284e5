import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { makeEntry, requestId } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices } from "../support/services.ts";
import { workerLife } from "../support/worker-life.ts";

let launched: Promise<Browser> | undefined;

/** A browser, shared by the test files of this worker, and services for it to look at. */
export async function openViewing() {
  const services = await openTestServices();
  launched ??= launchChromium().then((browser) => workerLife().adopt(browser, async () => browser.close()));
  const browser = await launched;
  const close = async () => {
    // A browser may keep an idle connection open, and a service would wait for it.
    for (const context of browser.contexts()) await context.close();
  };
  return { services, browser, [Symbol.asyncDispose]: close };
}

type Viewing = BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> };

/** The page, recording its errors, requests to other hosts, and its own requests. */
export async function openPage(
  browser: Browser,
  { url }: TestService,
  { prepare, ...options }: Viewing = {},
) {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", async (dialog) => {
    problems.push(`the page opened a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) problems.push(`${request.url()} is elsewhere`);
    if (request.url().includes("/v1/marketplace")) asked.push(request.url());
  });
  await prepare?.(page);
  await page.goto(`${url}/marketplace`, { waitUntil: "load" });
  await page.locator("#status[data-mood]").waitFor();
  return { page, problems, asked, [Symbol.asyncDispose]: async () => context.close() };
}

export const aMinuteAgo = (): number => Date.now() - 60_000;

/** Writes an entry into the service's store as the agent would, seen a minute ago unless told otherwise. */
export async function addEntry(
  { parts: { store } }: TestService,
  number: number,
  made: Partial<Parameters<typeof makeEntry>[0]> = {},
): Promise<void> {
  await store.addEntry(makeEntry({ number, seenAtMs: aMinuteAgo(), ...made }));
}

export function rowOf(page: Page, number: number): Locator {
  return page.locator("tr.request", { has: page.locator(`[title="${requestId(number)}"]`) });
}

/** Resolves when the page's status line has this text. */
export async function hear(page: Page, text: string | RegExp): Promise<string | null> {
  const status = page.getByRole("status").filter({ hasText: text });
  await status.waitFor();
  return status.textContent();
}
