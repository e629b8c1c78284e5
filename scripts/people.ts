import { mkdir } from "node:fs/promises";
import { readConfig } from "../service/config.ts";
import { launchChromium } from "../test/support/chromium.ts";
import { createCommand, runCommand } from "./command.ts";
import { openStage } from "./demo/stage.ts";
import { readLocalProduct } from "./local-product.ts";
import { docsReader } from "./people/docs-reader.ts";
import { newcomer } from "./people/newcomer.ts";
import { playStory } from "./people/play-story.ts";
import { rater } from "./people/rater.ts";
import { requester } from "./people/requester.ts";
import type { PersonStory } from "./people/story.ts";
import { verdictReader } from "./people/verdict-reader.ts";
import { hands } from "./people/visitor.ts";
import { walletHolder } from "./people/wallet-holder.ts";

/** A rater was served before, and a verdict was asked for before anyone can be sent its link. */
const people: readonly PersonStory[] = [newcomer, walletHolder, requester, rater, verdictReader, docsReader];

const command = createCommand({
  usage: `npm run people [-- --pictures DIR]

Plays six persons against a running npm start, each in a real browser with an empty profile, from arriving to done: by
mouse, then by keyboard alone. Prints how many presses each needed, and where one was at a dead end.

  --pictures DIR   keeps a picture of where each person ended

DATA_DIR names the folder that npm start runs on. Exit status 0 only if nobody was at a dead end.`,
  options: { pictures: { type: "string" } },
  run: async ({ pictures }, _, { say, env }) => {
    await using stage = await openStage(readLocalProduct(readConfig(env).DATA_DIR));
    if (pictures !== undefined) await mkdir(pictures, { recursive: true });
    const browser = await launchChromium();
    let deadEnds = 0;
    try {
      for (const story of people)
        for (const each of hands) {
          const { presses, seconds, deadEnd } = await playStory(story, {
            browser,
            stage,
            hands: each,
            pictures,
          });
          if (deadEnd !== undefined) deadEnds += 1;
          const outcome = deadEnd === undefined ? "done" : `DEAD END: ${deadEnd}`;
          const cost = `${String(presses).padStart(3)} presses ${seconds.toFixed(1).padStart(6)} s`;
          say(`${story.name.padEnd(15)} ${each.padEnd(9)}${cost}   ${outcome}   (${story.wish})`);
        }
    } finally {
      await browser.close();
    }
    say(`\n${people.length} persons, ${hands.length} ways, dead ends: ${deadEnds}`);
    return deadEnds === 0 ? 0 : 1;
  },
});

await runCommand(command);
