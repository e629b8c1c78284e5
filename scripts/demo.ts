import { readConfig } from "../service/config.ts";
import { createCommand, runCommand } from "./command.ts";
import { askEachTool } from "./demo/ask-each-tool.ts";
import { payPerCall } from "./demo/pay-per-call.ts";
import { rate } from "./demo/rate.ts";
import { seePayment } from "./demo/see-payment.ts";
import { topUp } from "./demo/top-up.ts";
import { openStage, type DemoStage } from "./demo/stage.ts";
import { readLocalProduct } from "./local-product.ts";

const usage = `Plays Assay's user stories against a running npm start, and prints the results.

  npm run demo [-- --help]

DATA_DIR names the folder that npm start runs on. Exit status 0 only if every story ended as expected.`;

const userStories: readonly Readonly<{ title: string; play: (stage: DemoStage) => Promise<void> }>[] = [
  {
    title: "A requester on the marketplace asks each tool and reads the verdict from IPFS",
    play: askEachTool,
  },
  { title: "A rater rates the agent", play: rate },
  { title: "Payment is collected", play: seePayment },
  { title: "A wallet pays for a key", play: topUp },
  { title: "A program with a wallet and no account pays for one call", play: payPerCall },
];

async function playAll(): Promise<void> {
  await using stage = await openStage(readLocalProduct(readConfig(process.env).DATA_DIR));
  for (const [n, { title, play }] of userStories.entries()) {
    console.log(`\n${n + 1}. ${title}`);
    await play(stage);
  }
  console.log("\nEvery story ended as expected.");
}

const demo = createCommand({
  usage,
  options: {},
  run: async (_, __, { complain }) => {
    try {
      await playAll();
      return 0;
    } catch (error) {
      complain(`\n${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
  },
});

await runCommand(demo);
