import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { openPayStage } from "../support/pay-stage.ts";
import { findViolations } from "./axe.ts";
import { findLowContrast } from "./low-contrast.ts";
import { openViewing } from "./marketplace-browser.ts";
import { openPage } from "./pay-browser.ts";

const states = ["open", "seen", "credited", "expired"] as const;

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
});
afterAll(async () => viewing?.[Symbol.asyncDispose]());

/** A service with a payment in this state. */
async function openIn(state: (typeof states)[number]) {
  const clock = manualClock();
  const stage = await openPayStage(viewing.services, { overrides: { clock } });
  const reservation = await stage.reserve();
  if (state === "seen") await stage.see(reservation);
  if (state === "credited") await stage.credit(reservation);
  if (state === "expired") await clock.advance(86_400_000);
  const url = `${stage.service.url}/pay/${reservation.id}`;
  return { url, [Symbol.asyncDispose]: async () => stage[Symbol.asyncDispose]() };
}

describe("the layout", () => {
  test.for(states)(
    "for a payment that is %s fits a phone, has large enough buttons, and is readable",
    async (state) => {
      await using shown = await openIn(state);
      await using opened = await openPage(browser, shown.url, { reducedMotion: "reduce" });
      const { page } = opened;
      for (const summary of await page.locator("summary:visible").all()) await summary.click();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        for (const control of await page.locator("button:visible, #wallet:visible").all())
          expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(40);
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await page.evaluate(findLowContrast)]).toEqual([colorScheme, []]);
        expect([colorScheme, await findViolations(page)]).toEqual([colorScheme, []]);
      }
    },
  );

  test("has no motion for users who prefer less of it", async () => {
    await using shown = await openIn("open");
    await using opened = await openPage(browser, shown.url, { reducedMotion: "reduce" });
    expect(await opened.page.evaluate("document.getAnimations().length")).toBe(0);
    await opened.page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await opened.page.evaluate("document.getAnimations().length")).toBe(1);
  });
});
