import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "./migrations.ts";

/** How long another process's transaction is waited for. */
const busyMs = 5_000;

/** Opens the file in WAL mode with the present schema, making folder, file and tables where they are missing. */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: busyMs });
  try {
    db.exec("PRAGMA journal_mode = WAL");
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): void {
  if (versionOf(db) === migrations.length) return;
  db.exec("BEGIN IMMEDIATE");
  // Read again: another process may have migrated while this one waited for the lock.
  const version = versionOf(db);
  if (version > migrations.length) {
    throw new Error(
      `The store was written by a newer version of Assay (schema ${version}, this one knows ${migrations.length}).`,
    );
  }
  for (const step of migrations.slice(version)) db.exec(step);
  db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}
