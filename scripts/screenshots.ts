import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../service/config.ts";
import { serve } from "../service/serve.ts";
import { takeScreenshots } from "./site/take-screenshots.ts";

/** Pictures of every page, light and dark, on a desktop and a phone; in the folder `screenshots`. */
const folder = await mkdtemp(join(tmpdir(), "assay-screenshots-"));
try {
  const env = {
    PORT: "0",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    SANDBOX: "off",
    KEYS_PER_ADDRESS_PER_DAY: "1000",
  };
  await using service = await serve(readConfig(env));
  for (const file of await takeScreenshots(service.url, "screenshots")) console.log(file);
} finally {
  await rm(folder, { recursive: true, force: true });
}
