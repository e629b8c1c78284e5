import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { makeEntry, requestId } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices } from "../support/services.ts";

const executablePath = "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** A browser, and services for it to look at. */
export async function openViewing() {
  if (!existsSync(executablePath)) {
    throw new Error(
      "There is no Chromium: npm test installs it as root on Debian; elsewhere apt-get install chromium.",
    );
  }
  await using opening = new AsyncDisposableStack();
  const services = opening.use(await openTestServices());
  const browser = opening.adopt(await chromium.launch({ executablePath, args }), async (open) =>
    open.close(),
  );
  const opened = opening.move();
  return { services, browser, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

type Viewing = BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> };

/** The page, noting what went wrong on it, requests to anywhere else included, and what it asked for. */
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
  await page.locator("#content").waitFor();
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

/** Resolves when the page's status line says this. */
export async function hear(page: Page, text: string | RegExp): Promise<string | null> {
  const status = page.getByRole("status").filter({ hasText: text });
  await status.waitFor();
  return status.textContent();
}
