import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromium } from "../../test/support/chromium.ts";

const pages: Readonly<Record<string, Readonly<{ path: string; prepare?: (page: Page) => Promise<void> }>>> = {
  playground: { path: "/" },
  checked: { path: "/", prepare: runSample },
  docs: { path: "/docs" },
  reference: { path: "/docs/api" },
  pricing: { path: "/pricing" },
  keys: { path: "/keys" },
  rule: { path: "/rules/python:dict-as-pairs" },
  status: { path: "/status" },
};

const windows = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 800 },
};

export async function takeScreenshots(url: string, folder: string): Promise<readonly string[]> {
  const browser = await launchChromium();
  const files: string[] = [];
  try {
    for (const [name, { path, prepare }] of Object.entries(pages))
      for (const [size, viewport] of Object.entries(windows))
        for (const colorScheme of ["light", "dark"] as const) {
          const page = await browser.newPage({ viewport, colorScheme });
          await page.goto(url + path);
          await prepare?.(page);
          const file = join(folder, `${name}-${size}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
          await page.close();
          files.push(file);
        }
  } finally {
    await browser.close();
  }
  return files;
}

async function runSample(page: Page): Promise<void> {
  await page.getByLabel("Sample", { exact: true }).selectOption("type-error");
  await page.locator("#result", { hasText: "in 3 files" }).waitFor();
}
