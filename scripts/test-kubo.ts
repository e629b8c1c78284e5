/** The tests that every IPFS node must pass, against a real Kubo that talks to nobody outside this machine. */
import { startKubo } from "./kubo-daemon.ts";
import { runTools } from "./tool-runs.ts";

const binary = process.env["KUBO_BINARY"];
if (!binary) throw new Error("KUBO_BINARY names no Kubo: use npm run test:kubo, which builds one.");

await using alone = await startKubo(binary, { offline: true });
await using connectedKubo = await startKubo(binary, { offline: false });
process.env["KUBO_API_URL"] = alone.apiUrl;
process.env["KUBO_GATEWAY_URL"] = alone.gatewayUrl;
process.env["SOCIABLE_KUBO_API_URL"] = connectedKubo.apiUrl;
const limits = ["--testTimeout=60000", "--hookTimeout=60000"];
const run = { name: "a real Kubo", tool: "vitest", args: ["run", "--root", "test/kubo", ...limits] };
process.exitCode = await runTools([run], { afterFailure: "stop" });
