import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const python = join(root, ".tools/python/bin/python");
const wheels = mkdtempSync(join(tmpdir(), "assay-names-"));

/** The sources are read as files: nothing of them is installed or run. */
function download(): void {
  const requirements = join(root, "scripts/library/package-names-requirements.txt");
  const how = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--quiet"];
  execFileSync(python, ["-m", "pip", "download", ...how, "--dest", wheels, "-r", requirements], {
    stdio: "inherit",
  });
}

try {
  download();
  const places = [wheels, join(root, "engine/package-names"), join(root, "engine/library/python.json")];
  execFileSync(python, [join(root, "scripts/library/package_names.py"), ...places], { stdio: "inherit" });
} finally {
  rmSync(wheels, { recursive: true });
}
