import { openPostgresStore } from "../../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { silentLog } from "./builders.ts";
import { aDeposit, terms } from "./treasury-builders.ts";

/** Credits one deposit after another to a key, the same in every process, and reports each acknowledgement. */
const [store = "", account = "", deposits = "0"] = process.argv.slice(2);

await using opened = await (store.startsWith("postgres:")
  ? openPostgresStore(store, { log: silentLog })
  : openSqliteStore(store));
for (let n = 0; n < Number(deposits); n += 1) {
  const tx = `0x${n.toString(16).padStart(64, "0")}` as const;
  const deposit = aDeposit({ tx, fingerprint: account, amountWei: "1700" });
  const { isNew } = await opened.creditDeposit(deposit, terms);
  process.stdout.write(`${deposit.reference} ${isNew}\n`);
}
