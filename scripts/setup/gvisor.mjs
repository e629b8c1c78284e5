import { goProgram } from "./go-program.mjs";
import { inTools } from "./places.mjs";

// Distributions have runtimes from 2024, with which a program can write to the harness's output.
const version = "v0.0.0-20260905035102-160fafc42237";

export const gvisor = goProgram({
  name: "gvisor",
  title: "gVisor's runsc",
  file: inTools("gvisor", "runsc"),
  variable: "RUNSC_BINARY",
  from: version,
  build: ["install", "-trimpath", `gvisor.dev/gvisor/runsc@${version}`],
  env: { GOBIN: inTools("gvisor"), CGO_ENABLED: "0" },
});
