import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { chromiumProgram } from "../chromium.ts";

/** Letters are drawn alike wherever the same fonts are: no subpixels, no hints of the machine's own settings. */
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
];

/** Set-up installs these with Chromium: fontconfig depends on them. */
const fonts =
  ':root { --sans: "DejaVu Sans"; --mono: "DejaVu Sans Mono"; } * { caret-color: transparent !important; }';

export async function launchForPictures(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumProgram(), args });
}

/** A page on which nothing depends on the machine: its fonts, time zone, language and motion are set. */
export async function openForPictures(browser: Browser, url: string, script?: string): Promise<Page> {
  const context = await browser.newContext({
    bypassCSP: true,
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  if (script !== undefined) await page.addInitScript(script);
  await page.goto(url, { waitUntil: "load" });
  await page.addStyleTag({ content: fonts });
  return page;
}

/** The part of the page, in light and in dark. */
export async function takeBoth(part: Locator): Promise<Readonly<Record<"light" | "dark", Buffer>>> {
  const page = part.page();
  const take = async (colorScheme: "light" | "dark"): Promise<Buffer> => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate("document.fonts.ready");
    return part.screenshot({ animations: "disabled" });
  };
  return { light: await take("light"), dark: await take("dark") };
}
