import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const manifest = join(root, "package.json");
const kept = join(root, "package.whole.json");

/** Packages that are not bundled: they load files of their own. */
export const external = ["@astral-sh/ruff-wasm-nodejs", "dockerode", "pino"];

type Manifest = Readonly<{
  name: string;
  version: string;
  description: string;
  license: string;
  bin: unknown;
  files: unknown;
  dependencies: Readonly<Record<string, string>>;
}>;

/** The package of the command: without the service's packages, which would be installed with it. */
export function writeManifest(): void {
  if (!existsSync(kept)) copyFileSync(manifest, kept);
  const { name, version, description, license, bin, files, dependencies } = JSON.parse(
    readFileSync(kept, "utf8"),
  ) as Manifest;
  const needed = Object.fromEntries(external.map((one) => [one, dependencies[one]]));
  const written = {
    name,
    version,
    private: true,
    description,
    license,
    type: "module",
    bin,
    files,
    dependencies: needed,
    engines: { node: ">=22" },
  };
  writeFileSync(manifest, `${JSON.stringify(written, undefined, 2)}\n`);
}

export function restoreManifest(): void {
  if (existsSync(kept)) renameSync(kept, manifest);
}
