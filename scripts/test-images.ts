/** The images of service and agent: built as an operator builds them, measured, and started. */
import { runTools } from "./tool-runs.ts";

if (!process.env["NODE_IMAGE"]) throw new Error("Use npm run test:images, which makes an image to build on.");
const limits = ["--testTimeout=300000", "--hookTimeout=1200000"];
const args = ["run", "--root", "test/images", ...limits, ...process.argv.slice(2)];
process.exitCode = await runTools([{ name: "images", tool: "vitest", args }], { afterFailure: "stop" });
