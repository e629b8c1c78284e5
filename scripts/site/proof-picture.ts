import { launchChromium } from "../../test/support/chromium.ts";

/** README's picture, from the real page: the story that the playground opens on. */
export async function takeProofPicture(url: string, file: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
    await page.goto(url);
    await page.getByText("checked in this browser").waitFor();
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}
