import { existsSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import { readConfig } from "../../service/config.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openStore, storeFile, storePlace } from "../../parts/store/open-store.ts";
import type { Store } from "../../parts/store/store.ts";
import { createCommand, type Surroundings } from "../command.ts";
import { proveLedger } from "./prove.ts";
import { describeProof, toText } from "./report.ts";
import { showAccount } from "./show.ts";

const usage = `npm run ledger -- verify [--json]
npm run ledger -- show <fingerprint>

verify   checks every account, deposit and checkout, and prints each contradiction in a sentence
show     explains a key's balance: every entry, the remainder, its open reservations

Uses the same store settings as the service: DATA_DIR or DATABASE_URL. Works while the service runs, and changes no credit.
A key's fingerprint is its deposit_data.

  --json   one JSON object instead of sentences

Exit status: 0 no contradiction, 1 a contradiction or an unreadable store, 2 wrong usage.`;

type Order = Readonly<{ verify: true }> | Readonly<{ show: string }>;

export const ledger = createCommand({
  usage,
  options: { json: { type: "boolean", default: false } },
  maxWords: 2,
  run: async ({ json }, words, around) => {
    const order = readOrder(words, json);
    try {
      return await obey(order, json, around);
    } catch (error) {
      around.complain(error instanceof Error ? error.message : String(error));
      return 1;
    }
  },
});

function readOrder([what, ...rest]: readonly string[], json: boolean): Order {
  if (what === "verify" && rest.length === 0) return { verify: true };
  if (what !== "show") throw new UsageError("Use verify, or show with a fingerprint.");
  const [, fingerprint] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(rest[0] ?? "") ?? [];
  if (fingerprint === undefined || json)
    throw new UsageError("show takes one fingerprint: the 64 hexadecimal digits of a key's deposit_data.");
  return { show: fingerprint.toLowerCase() };
}

async function obey(order: Order, json: boolean, { env, say, complain }: Surroundings): Promise<number> {
  await using store = await openLedger(env);
  if ("show" in order) {
    const shown = await showAccount(store, order.show, systemClock.now());
    if (shown !== undefined) say(shown);
    else
      complain(
        `Unknown key ${order.show} in this store: check the fingerprint, and DATA_DIR or DATABASE_URL.`,
      );
    return shown === undefined ? 1 : 0;
  }
  const proof = await proveLedger(store);
  say(json ? JSON.stringify(describeProof(proof)) : toText(proof));
  return proof.contradictions.length === 0 ? 0 : 1;
}

async function openLedger(env: Surroundings["env"]): Promise<Store> {
  const place = storePlace(readConfig(env));
  const file = storeFile(place.dataDir);
  if (place.databaseUrl === undefined && !existsSync(file)) {
    throw new Error(`There is no store at ${file}: set DATA_DIR or DATABASE_URL as for the service.`);
  }
  return openStore(place, openLog("silent"));
}
