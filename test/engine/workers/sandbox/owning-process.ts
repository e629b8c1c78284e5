/** A service that is killed with its boxes in all states: standing ready, taken, and at work. */
import { openTestSandbox, runOne, takeBox } from "../../../support/sandbox.ts";

const sandbox = await openTestSandbox({ poolSize: 2 });
const working = await takeBox(sandbox);
void runOne(working, "import time; time.sleep(60)", { wallMs: 60_000 });
await takeBox(sandbox);
process.stdout.write("ready\n");
