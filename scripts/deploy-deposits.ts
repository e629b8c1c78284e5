import { runCommand } from "./command.ts";
import { deployDeposits } from "./deposits/deploy.ts";

await runCommand(deployDeposits);
