import { randomUUID } from "node:crypto";
import { grantCredits } from "../service/access/credits.ts";
import { fingerprintOf } from "../service/access/keys.ts";
import { readConfig } from "../service/config.ts";
import { systemClock } from "../platform/clock.ts";
import { openLog } from "../platform/log.ts";
import { openStore, storePlace } from "../service/parts/store/open.ts";

const usage = `npm run grant -- <api_key> <credits>

Adds credits to a key. Uses the same store settings as the service: DATA_DIR, DATABASE_URL or REDIS_URL.`;

const maxCredits = 1_000_000;

async function grant([key, amount, ...more]: readonly string[]): Promise<number> {
  const credits = Number(amount);
  if (
    more.length > 0 ||
    key === undefined ||
    !/^asy_[0-9A-Za-z]{40}$/.test(key) ||
    !Number.isInteger(credits) ||
    credits < 1 ||
    credits > maxCredits
  ) {
    console.error(
      `${usage}\n\n<api_key> is asy_ and 40 characters; <credits> a whole number from 1 to ${maxCredits}.`,
    );
    return 2;
  }
  const config = readConfig(process.env);
  await using store = await openStore(storePlace(config), openLog(config.LOG_LEVEL));
  const reference = `operator:${randomUUID()}`;
  const account = await grantCredits({ store, clock: systemClock }, fingerprintOf(key), {
    credits,
    reference,
  });
  if (account === "unknown key") {
    console.error(
      "Unknown key in that store. Create it first with POST /v1/keys, and check DATA_DIR, DATABASE_URL or REDIS_URL.",
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
