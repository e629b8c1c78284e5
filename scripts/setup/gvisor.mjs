import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { goProgram } from "./go-program.mjs";
import { inTools } from "./paths.mjs";

const module = "gvisor.dev/gvisor";
// Distributions have runtimes from 2024, with which a program can write to the harness's output.
const version = "v0.0.0-20260905035102-160fafc42237";

export const gvisor = goProgram({
  name: "gvisor",
  title: "gVisor's runsc",
  file: inTools("gvisor", "runsc"),
  variable: "RUNSC_BINARY",
  from: version,
  build: ["install", "-trimpath", `${module}/runsc@${version}`],
  env: { GOBIN: inTools("gvisor"), CGO_ENABLED: "0" },
});

const shim = inTools("gvisor", "shim");
const source = inTools("gvisor", "source");

/**
 * What containerd starts runsc by. As it is released it fails where root may not lower the OOM score of a process, as in
 * many virtual machines. This one does not lower it.
 */
export const gvisorShim = {
  ...goProgram({
    name: "gvisor shim",
    title: "gVisor's shim",
    file: shim,
    variable: "RUNSC_SHIM",
    from: `${version}, OOM score 0`,
    build: ["build", "-C", source, "-trimpath", "-o", shim, "./shim"],
    prepare: copySource,
    env: { CGO_ENABLED: "0" },
  }),
  after: ["gvisor"],
};

function copySource() {
  const asked = execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], {
    encoding: "utf8",
  });
  rmSync(source, { recursive: true, force: true });
  execFileSync("cp", ["-r", "--no-preserve=mode", JSON.parse(asked).Dir, source]);
  const file = `${source}/pkg/shim/v1/manager.go`;
  const [before, after, ...more] = readFileSync(file, "utf8").split("oomScoreMax = -999");
  if (after === undefined || more.length > 0)
    throw new Error(`${file} is not as expected: look at it again.`);
  writeFileSync(file, `${before}oomScoreMax = 0${after}`);
}
