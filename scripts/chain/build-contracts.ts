/** Compiles contracts/ into artifacts/, without the network. Run by the set-up, and by hand after a change. */
import { openHardhat } from "./hardhat.ts";

const hardhat = await openHardhat();
await hardhat.tasks.getTask("build").run({ noTests: true });
