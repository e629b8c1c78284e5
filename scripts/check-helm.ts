/** The chart as Helm reads it: linted, and rendered with every set of values. */
import { runTools } from "./tool-runs.ts";

if (!process.env["HELM_BINARY"]) throw new Error("Use npm run check:helm, which builds Helm.");
const args = ["run", "--root", "test/helm", ...process.argv.slice(2)];
process.exitCode = await runTools([{ name: "the chart", tool: "vitest", args }], { afterFailure: "stop" });
