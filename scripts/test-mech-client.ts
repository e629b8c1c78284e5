/** The marketplace's own client, as it is published, against the agent on a chain laid out as the client expects it. */
import { runTools } from "./tool-runs.ts";

const limits = ["--testTimeout=300000", "--hookTimeout=120000"];
const args = ["run", "--root", "test/mech-client", ...limits];
process.exitCode = await runTools([{ name: "mech-client", tool: "vitest", args }], { afterFailure: "stop" });
