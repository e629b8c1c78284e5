import { existsSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";

/** Writes what a store has at one moment into a new file, while others go on working with it. */
export async function backUpSqlite(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`There is no store at ${from}.`);
  if (existsSync(to)) throw new Error(`${to} is there already: name a new file.`);
  const db = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(db, to);
  } finally {
    db.close();
  }
}
