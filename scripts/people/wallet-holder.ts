import { lendWallet } from "./wallet.ts";
import type { PersonStory } from "./story.ts";

/** Creates a key, pays for credits with the browser's wallet, and is led back with them. */
export const walletHolder: PersonStory = {
  name: "wallet-holder",
  wish: "has a wallet and wants credits",
  play: async (visitor, stage) => {
    await lendWallet(visitor.page, stage, stage.wallets[3]!);
    await visitor.arrive("/keys");
    await visitor.press("button", "Create a key");
    await visitor.press("radio", /^Wallet/);
    await visitor.press("button", /^Pay/);
    await visitor.press("button", "Pay with this browser's wallet");
    await visitor.read(/Paid\. Credits added/);
    await visitor.press("link", /Back to/);
  },
};
