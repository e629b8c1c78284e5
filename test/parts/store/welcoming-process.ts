import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { aName, noonMs, today } from "./builders.ts";

/** `welcoming-process.ts <file>`: adds keys with welcome credits without end, and prints each that it was acknowledged. */
const [file = ""] = process.argv.slice(2);
await using store = await openSqliteStore(file);
for (;;) {
  const fingerprint = aName();
  const creator = { address: aName(), day: today, limit: 1, welcome: 7 };
  await store.addKey({ fingerprint, createdAtMs: noonMs, origin: null }, creator);
  process.stdout.write(`${fingerprint}\n`);
}
