import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { readConfig } from "../../service/config.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openStore, storeFile, storePlace } from "../../parts/store/open-store.ts";
import type { Store } from "../../parts/store/store.ts";
import type { Surroundings } from "../command.ts";
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

type Order =
  | Readonly<{ help: true }>
  | Readonly<{ verify: true; json: boolean }>
  | Readonly<{ show: string }>;

/** The command; gives the code to end with. */
export async function ledger(args: readonly string[], around: Surroundings): Promise<number> {
  let order: Order;
  try {
    order = readOrder(args);
  } catch (error) {
    around.complain(`${wordsOf(error)}\n\n${usage}`);
    return 2;
  }
  try {
    return await obey(order, around);
  } catch (error) {
    around.complain(wordsOf(error));
    return 1;
  }
}

function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) return { help: true };
  const [what, ...rest] = positionals;
  if (what === "verify" && rest.length === 0) return { verify: true, json: values.json === true };
  if (what !== "show") throw new Error("Use verify, or show with a fingerprint.");
  const [, fingerprint] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(rest[0] ?? "") ?? [];
  if (fingerprint === undefined || rest.length > 1 || values.json === true) {
    throw new Error("show takes one fingerprint: the 64 hexadecimal digits of a key's deposit_data.");
  }
  return { show: fingerprint.toLowerCase() };
}

async function obey(order: Order, { env, say, complain }: Surroundings): Promise<number> {
  if ("help" in order) {
    say(usage);
    return 0;
  }
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
  say(order.json ? JSON.stringify(describeProof(proof)) : toText(proof));
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

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
