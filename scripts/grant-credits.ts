import { randomUUID } from "node:crypto";
import { grantCredits } from "../service/credits/credits.ts";
import { fingerprintOf } from "../service/caller/keys.ts";
import { readConfig } from "../service/config.ts";
import { systemClock } from "../platform/clock.ts";
import { openLog } from "../platform/log.ts";
import { openStore, storePlace } from "../parts/store/open-store.ts";
import { maxCredits, readArguments, usage } from "./grant/read-arguments.ts";

async function grant(words: readonly string[]): Promise<number> {
  const wanted = readArguments(words);
  if (wanted === undefined) {
    console.error(
      `${usage}\n\n<api_key> is asy_ and 40 characters; <credits> a whole number from 1 to ${maxCredits}.`,
    );
    return 2;
  }
  const { key, credits } = wanted;
  const config = readConfig(process.env);
  await using store = await openStore(storePlace(config), openLog(config.LOG_LEVEL));
  const reference = `operator:${randomUUID()}`;
  const account = await grantCredits({ store, clock: systemClock }, fingerprintOf(key), {
    credits,
    reference,
  });
  if (account === "unknown key") {
    console.error(
      "Unknown key in that store. Create it first with POST /v1/keys, and check DATA_DIR or DATABASE_URL.",
    );
    return 1;
  }
  console.log(`Added ${credits} credits; the key now holds ${account.credits}.`);
  return 0;
}

const args = process.argv.slice(2);
if (args[0] === "--help" || args[0] === "-h") console.log(usage);
else {
  try {
    process.exitCode = await grant(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
