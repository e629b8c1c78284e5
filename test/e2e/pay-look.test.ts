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

/** A service with a payment that has come this far. */
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

describe("the look", () => {
  test.for(states)(
    "of what is %s is never wider than a phone, and everything can be pressed",
    async (state) => {
      await using shown = await openIn(state);
      for (const width of [320, 390, 1280]) {
        await using opened = await openPage(browser, shown.url, { viewport: { width, height: 740 } });
        const { page } = opened;
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        for (const control of await page.locator("button:visible, #wallet:visible").all())
          expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(40);
      }
    },
  );

  test.for(["light", "dark"] as const)("every text can be read in %s colours", async (colorScheme) => {
    for (const state of states) {
      await using shown = await openIn(state);
      await using opened = await openPage(browser, shown.url, { colorScheme, reducedMotion: "reduce" });
      for (const summary of await opened.page.locator("summary:visible").all()) await summary.click();
      expect([state, await opened.page.evaluate(findLowContrast)]).toEqual([state, []]);
      expect([state, await findViolations(opened.page)]).toEqual([state, []]);
    }
  });

  test("nothing moves for who asked for less motion", async () => {
    await using shown = await openIn("open");
    await using calm = await openPage(browser, shown.url, { reducedMotion: "reduce" });
    expect(await calm.page.evaluate("document.getAnimations().length")).toBe(0);
    await using usual = await openPage(browser, shown.url, { reducedMotion: "no-preference" });
    expect(await usual.page.evaluate("document.getAnimations().length")).toBe(1);
  });
});
