/** What a box costs on runc and on gVisor, on one engine and in turns. */
import { measureRuntimes } from "../test/bench/runtimes.ts";
import { printRows } from "../test/bench/row.ts";
import { startGvisorEngine } from "./gvisor-engine.ts";

const { RUNSC_BINARY: binary, SANDBOX_IMAGE: image } = process.env;
if (!binary || !image)
  throw new Error("Use npm run bench:gvisor, which builds gVisor and the sandbox image.");

await using engine = await startGvisorEngine(binary, image);
printRows("A box on runc and on gVisor, medians", await measureRuntimes({ ...engine, image }));
