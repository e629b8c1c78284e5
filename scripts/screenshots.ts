import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../service/config.ts";
import { serve } from "../service/serve.ts";
import { createCommand, runCommand } from "./command.ts";
import { recordFilm } from "./site/film.ts";
import { takeScreenshots } from "./site/take-screenshots.ts";

/** Pictures of every page, light and dark, on a desktop and a phone, in the folder `screenshots`; and README's film. */
const film = "docs/pictures/first-visit.svg";

const screenshots = createCommand({
  usage: "npm run screenshots -- [--readme]",
  options: { readme: { type: "boolean", default: false } },
  run: async ({ readme }) => {
    const folder = await mkdtemp(join(tmpdir(), "assay-screenshots-"));
    try {
      const { SANDBOX_IMAGE, SANDBOX_RUNTIME, DOCKER_HOST } = process.env;
      const env = {
        PORT: "0",
        DATA_DIR: folder,
        LOG_LEVEL: "silent",
        SANDBOX_IMAGE,
        SANDBOX_RUNTIME,
        DOCKER_HOST,
        KEYS_PER_ADDRESS_PER_DAY: "1000",
      };
      await using service = await serve(readConfig(env));
      await mkdir("docs/pictures", { recursive: true });
      await recordFilm(service.url, film);
      console.log(film);
      if (!readme) for (const file of await takeScreenshots(service.url, "screenshots")) console.log(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return 0;
  },
});

await runCommand(screenshots);
