import type { Browser, Page } from "playwright-core";
import { openPage } from "./pay-browser.ts";

/** The playground, when it can be used. */
export async function openPlayground(
  browser: Browser,
  url: string,
  { fragment = "", ...options }: NonNullable<Parameters<typeof openPage>[2]> & { fragment?: string } = {},
) {
  const opened = await openPage(browser, `${url}/${fragment}`, options);
  await opened.page.locator("#playground[data-ready]").waitFor();
  return opened;
}

export const source = (page: Page, path = "main.py") =>
  page.getByLabel(path === "main.py" ? "Python source" : `Python source of ${path}`, { exact: true });

export const chooseMode = async (page: Page, name: string): Promise<void> =>
  page.locator(".seg label", { hasText: name }).click();

export const keepKey = async (page: Page, key: string): Promise<unknown> =>
  page.addInitScript(`localStorage.setItem("assay-key", ${JSON.stringify(key)})`);

/** No check while typing: what is asked is what the test asks for. */
export const typeUnchecked = async (page: Page): Promise<unknown> =>
  page.addInitScript(`localStorage.setItem("assay-live", "off")`);

export const headline = (page: Page) => page.locator("#result .result h2");
export const findings = (page: Page) => page.locator("#findings .finding");
export const squiggles = (page: Page) => page.locator("#editor .sq");
