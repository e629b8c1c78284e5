import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { headline, openPlayground, source, typeUnchecked } from "./playground-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

/** On a phone code and verdict are two views. */
async function show(page: Page, view: "Code" | "Verdict"): Promise<void> {
  const button = page.getByRole("button", { name: view, exact: true });
  if (await button.isVisible()) await button.click();
}

const runButton = (page: Page) => page.locator("#run:visible, #dock-run:visible");

const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  story: async (page) => page.getByText("checked in this browser").waitFor(),
  accepted: async (page) => page.getByRole("button", { name: "Accept the fix" }).click(),
  empty: async (page) => page.getByLabel("Sample", { exact: true }).selectOption(""),
  files: async (page) => {
    await page.getByLabel("Sample", { exact: true }).selectOption("type-error");
    await headline(page).filter({ hasText: "in 3 files" }).waitFor();
  },
  running: async (page) => {
    await page.route("**/v1/samples/**", () => undefined);
    await runButton(page).click();
    await headline(page).filter({ hasText: "Running" }).waitFor();
  },
  refused: async (page) => {
    await show(page, "Code");
    await source(page).fill("x = 1\n");
    await page.locator(".seg label", { hasText: "Fix" }).click();
    await runButton(page).click();
    await page.locator("#alert h2").waitFor();
  },
  sharing: async (page) => page.locator("#share summary").click(),
  options: async (page) => page.locator("#options summary").click(),
};

const looks = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
  { colorScheme: "dark", viewport: { width: 320, height: 640 } },
] as const;

/** What may be pressed by a finger. */
const smallTargets = `[...document.querySelectorAll("button, summary, select, .button")]
  .filter((one) => one.checkVisibility() && !one.closest(".finding, .alert .id"))
  .filter((one) => one.getBoundingClientRect().height < 40)
  .map((one) => one.outerHTML.slice(0, 120))`;

test.for(Object.keys(states))(
  "the playground's state %s fits the window, on a desktop and a phone, in light and dark, for everybody",
  async (name) => {
    for (const look of looks) {
      await using opened = await openPlayground(site.browser, site.service.url, {
        ...look,
        prepare: typeUnchecked,
      });
      const { page } = opened;
      const isPhone = look.viewport.width < 880;
      await states[name]!(page);
      for (const view of isPhone ? (["Verdict", "Code"] as const) : (["Verdict"] as const)) {
        if (isPhone && !["sharing", "options"].includes(name)) await show(page, view);
        expect(await findViolations(page)).toEqual([]);
        expect(
          await page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
          ),
        ).toEqual([look.viewport.width, look.viewport.height]);
        expect(isPhone ? await page.evaluate(smallTargets) : []).toEqual([]);
      }
    }
  },
);

test("at 1280 by 800 the story is seen whole, from broken to signed, without scrolling", async () => {
  await using opened = await openPlayground(site.browser, site.service.url, {
    viewport: { width: 1280, height: 800 },
  });
  const { page } = opened;
  await page.getByText("checked in this browser").waitFor();
  const [signed, body] = await Promise.all([
    page.locator(".trail li").last().boundingBox(),
    page.locator("#body").boundingBox(),
  ]);
  expect(signed!.y + signed!.height).toBeLessThan(body!.y + body!.height);
});
