import { goProgram } from "./go-program.mjs";
import { inTools } from "./paths.mjs";

const version = "v3.20.2";

/** Renders and checks the chart in deploy/helm. */
export const helm = goProgram({
  name: "helm",
  title: `Helm ${version}`,
  file: inTools("helm", "helm"),
  variable: "HELM_BINARY",
  from: version,
  build: ["install", "-trimpath", `helm.sh/helm/v3/cmd/helm@${version}`],
  env: { GOBIN: inTools("helm"), CGO_ENABLED: "0" },
});
