import { buildCommand } from "./pack/build-command.ts";
import { restoreManifest, writeManifest } from "./pack/manifest.ts";

/** Around `npm pack`: before it, builds the command and writes what it needs alone; after it, puts package.json back. */
if (process.argv.includes("--restore")) restoreManifest();
else {
  const { files, bytes } = await buildCommand();
  writeManifest();
  console.error(`dist: ${files} files, ${Math.round(bytes / 1024)} kB`);
}
