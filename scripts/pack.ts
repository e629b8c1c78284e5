import { createCommand, runCommand } from "./command.ts";
import { buildCommand } from "./pack/build-command.ts";
import { restoreManifest, writeManifest } from "./pack/manifest.ts";

/** Around `npm pack`: before it, builds the command and writes what it needs alone; after it, puts package.json back. */
const pack = createCommand({
  usage: "node scripts/pack.ts [--restore]",
  options: { restore: { type: "boolean", default: false } },
  run: async ({ restore }, _, { complain }) => {
    if (restore) {
      restoreManifest();
      return 0;
    }
    const { files, bytes } = await buildCommand();
    writeManifest();
    complain(`dist: ${files} files, ${Math.round(bytes / 1024)} kB`);
    return 0;
  },
});

await runCommand(pack);
