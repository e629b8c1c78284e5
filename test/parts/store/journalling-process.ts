import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";

/** Takes one entry after another through the journal, and reports its id when the last step is acknowledged. */
const [file = "", book = ""] = process.argv.slice(2);

await using store = await openSqliteStore(file);
const moments = { seenAtMs: 1, changedAtMs: 1, dueAtMs: 1 };
for (let n = 0; ; n += 1) {
  const id = `0x${n.toString(16).padStart(64, "0")}`;
  await store.addEntry({ book, id, state: "seen", ...moments, body: "" });
  const taking = { book, states: ["seen"] as const, owner: "owner", nowMs: 1, holdMs: 1, limit: 1 };
  for (const entry of await store.takeEntries(taking)) {
    await store.writeNote({ name: book, version: n, text: `delivering ${id}` });
    await store.writeEntry({ ...entry, state: "delivered", dueAtMs: null });
  }
  process.stdout.write(`${id}\n`);
}
