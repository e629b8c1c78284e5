/** Runs the fuzz and invariant tests that stand beside the contracts, without the network. */
import { openHardhat } from "./hardhat.ts";

const hardhat = await openHardhat();
const outcome: { success: boolean } = await hardhat.tasks.getTask(["test", "solidity"]).run({});
if (!outcome.success) process.exitCode = 1;
