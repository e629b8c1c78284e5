import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";

/** Grants one credit after another to an account and reports each acknowledged reference, or the failure. */
const [file = "", account = "", times = "0"] = process.argv.slice(2);

await using store = await openSqliteStore(file);
for (let n = 0; n < Number(times); n += 1) {
  const reference = `${process.pid}-${n}`;
  // The padding fills a small disk soon.
  const padding = "x".repeat(10_000);
  try {
    await store.grant({ account, delta: 1, reason: "grant", reference: `${reference} ${padding}`, atMs: 0 });
    process.stdout.write(`granted ${reference}\n`);
  } catch (error) {
    process.stdout.write(`failed ${(error as { code?: string }).code}\n`);
  }
}
