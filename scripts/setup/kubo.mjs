import { mkdirSync, writeFileSync } from "node:fs";
import { goProgram } from "./go-program.mjs";
import { inTools } from "./paths.mjs";

const version = "0.42.0";
const folder = inTools("kubo");
const goMod = `module assay/kubo\n\ngo 1.26\n\nrequire github.com/ipfs/kubo v${version}\n`;

/** A real IPFS node. */
export const kubo = goProgram({
  name: "kubo",
  title: `Kubo ${version}`,
  file: inTools("kubo", "ipfs"),
  variable: "KUBO_BINARY",
  from: goMod,
  prepare() {
    mkdirSync(folder, { recursive: true });
    writeFileSync(inTools("kubo", "go.mod"), goMod);
  },
  // Its module replaces others, so `go install` refuses it.
  build: ["-C", folder, "build", "-mod=mod", "-o", "ipfs", "github.com/ipfs/kubo/cmd/ipfs"],
});
