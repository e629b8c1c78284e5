import { lendWallet } from "./wallet.ts";
import type { PersonStory } from "./story.ts";

/** Was served, rates the agent with a wallet, and sees the rating count. */
export const rater: PersonStory = {
  name: "rater",
  wish: "was served and wants to say how well",
  play: async (visitor, stage) => {
    await lendWallet(visitor.page, stage, stage.wallets[0]!);
    await visitor.arrive("/marketplace");
    await visitor.write(/^Rating, 0/, "90");
    await visitor.press("button", "Rate with your wallet");
    await visitor.read(/Your rating of 90/);
  },
};
