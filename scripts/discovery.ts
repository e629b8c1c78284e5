import { runCommand } from "./command.ts";
import { discovery } from "./discovery/discovery.ts";

await runCommand(discovery);
