/** The tests of the sandbox, and programs that lie to their examples, with every box on gVisor. */
import { startGvisorEngine } from "./gvisor-engine.ts";
import { runTools } from "./tool-runs.ts";

const { RUNSC_BINARY: binary, SANDBOX_IMAGE: image } = process.env;
if (!binary || !image) throw new Error("Use npm run test:gvisor, which builds gVisor and the sandbox image.");

await using engine = await startGvisorEngine(binary, image);
process.env["DOCKER_HOST"] = engine.dockerHost;
process.env["SANDBOX_RUNTIME"] = "runsc";
const files = ["test/engine/workers/sandbox", "test/engine/execute/forge.test.ts"];
const args = ["run", ...files, ...process.argv.slice(2)];
process.exitCode = await runTools([{ name: "the sandbox on gVisor", tool: "vitest", args }], {
  afterFailure: "stop",
});
