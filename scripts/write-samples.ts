import { writeFileSync } from "node:fs";
import { openEngine } from "../engine/open-engine.ts";
import { createMetrics } from "../parts/observe/metrics.ts";
import { readRelease } from "../parts/release.ts";
import { openLog } from "../platform/log.ts";
import { readConfig } from "../service/config.ts";
import { engineSettings } from "../service/engine-settings.ts";
import { computeSampleAnswers } from "./samples/compute-answers.ts";

const { SANDBOX_IMAGE, DOCKER_HOST } = process.env;
if (SANDBOX_IMAGE === undefined)
  throw new Error("Run it with npm run samples, which prepares the sandbox's image.");
const config = readConfig({ SANDBOX_IMAGE, DOCKER_HOST });
await using engine = await openEngine({
  ...engineSettings(config),
  service: readRelease(),
  log: openLog("warn"),
  metrics: createMetrics(),
});
const answers = await computeSampleAnswers(engine);
writeFileSync(
  new URL("../service/samples/answers.json", import.meta.url),
  `${JSON.stringify(answers, null, 2)}\n`,
);
console.log("Wrote service/samples/answers.json.");
