import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { DemoStage } from "../demo/stage.ts";
import type { PersonStory } from "./story.ts";
import { DeadEnd, openVisitor, type Hands } from "./visitor.ts";

type Played = Readonly<{ presses: number; seconds: number; deadEnd: string | undefined }>;

type Setting = Readonly<{
  browser: Browser;
  stage: DemoStage;
  hands: Hands;
  /** The page as each story ends goes there. */
  pictures: string | undefined;
}>;

/** Plays it from an empty profile to its end, or to the first dead end. */
export async function playStory(
  story: PersonStory,
  { browser, stage, hands, pictures }: Setting,
): Promise<Played> {
  await using visitor = await openVisitor(browser, { base: stage.product.service_url, hands });
  const startedAt = performance.now();
  let deadEnd: string | undefined;
  try {
    await story.play(visitor, stage);
  } catch (error) {
    if (!(error instanceof DeadEnd)) throw error;
    deadEnd = error.message;
  }
  const file = pictures && join(pictures, `${story.name}-${hands}.png`);
  if (file) await visitor.page.screenshot({ path: file });
  return { presses: visitor.presses, seconds: (performance.now() - startedAt) / 1000, deadEnd };
}
