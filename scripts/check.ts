/** What to run before a commit. */
import { codeChecks, runTools } from "./tool-runs.ts";

const unitTests = { name: "unit tests", tool: "vitest", args: ["run", "--project", "unit"] };

process.exitCode = await runTools([...codeChecks, unitTests], { afterFailure: "stop" });
