import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../../test/support/chromium.ts";

const captions = [
  "1. Broken: an example fails",
  "2. Fixed: one edit, found by running",
  "3. Proven: every example passes",
];

/** README's picture, from the real page: a wrong program is run, fixed and run again. The service must run code. */
export async function takeProofPicture(url: string, key: string, file: string): Promise<void> {
  const browser = await launchChromium();
  try {
    await compose(browser, await playSample(browser, url, key), file);
  } finally {
    await browser.close();
  }
}

async function playSample(browser: Browser, url: string, key: string): Promise<readonly Buffer[]> {
  const page = await browser.newPage({
    viewport: { width: 480, height: 1400 },
    colorScheme: "light",
    bypassCSP: true,
  });
  await page.addInitScript(`localStorage.setItem("assay-key", ${JSON.stringify(key)})`);
  await page.goto(url);
  await page.locator("#playground[data-ready]").waitFor();
  await page.addStyleTag({ content: "#editor, #editor * { min-height: 0 !important }" });
  await page.getByLabel("Sample").selectOption({ label: "Wrong result, with examples" });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Examples: 1 of 2 passed" }).waitFor();
  const broken = [await pictureOf(page, "#editor"), await pictureOf(page, "#examples-outcome")];
  const fixed = await pictureOf(page, "#fix");
  await page.getByRole("button", { name: /accept/i }).click();
  await page.getByRole("heading", { name: "Examples: 2 of 2 passed" }).waitFor();
  return [...broken, fixed, await pictureOf(page, "#examples-outcome")];
}

const pictureOf = async (page: Page, place: string): Promise<Buffer> => page.locator(place).screenshot();

async function compose(
  browser: Browser,
  [code, failing, fix, passing]: readonly Buffer[],
  file: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1120, height: 200 } });
  const column = (pictures: readonly (Buffer | undefined)[], at: number): string =>
    `<div><h2>${captions[at]}</h2>${pictures.map((each) => `<img src="data:image/png;base64,${each!.toString("base64")}">`).join("")}</div>`;
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; background: #fff; font: 14px system-ui, sans-serif }
    div { border: 1px solid #d0d7de; border-radius: 8px; padding: 12px; display: grid; gap: 10px; align-content: start }
    h2 { font-size: 15px; margin: 0 } img { width: 100% }
  </style>${column([code, failing], 0)}${column([fix], 1)}${column([passing], 2)}`);
  await page.screenshot({ path: file, fullPage: true });
}
