import type { ClientBase } from "pg";
import { migrations } from "./migrations.ts";

/** Brings the tables of a schema to where this program needs them, one process at a time. */
export async function migrate(client: ClientBase, tables: string): Promise<void> {
  if ((await versionOf(client, tables)) === migrations.length) return;
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", [tables]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(tables)}`);
    await client.query(`SET LOCAL search_path = ${quote(tables)}, pg_temp`);
    await client.query("CREATE TABLE IF NOT EXISTS version (number bigint NOT NULL)");
    const version = await versionOf(client, tables);
    for (const step of migrations.slice(version)) await client.query(step);
    await client.query("DELETE FROM version");
    await client.query("INSERT INTO version VALUES ($1)", [migrations.length]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined); // a connection that is lost has undone it already
    throw error;
  }
}

/** 0 where nothing was migrated yet. A store that a newer program wrote is refused: this one would not keep its rules. */
async function versionOf(client: ClientBase, tables: string): Promise<number> {
  const found = await client.query("SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'version'", [
    tables,
  ]);
  if (found.rowCount === 0) return 0;
  const { rows } = await client.query<{ number: string }>(`SELECT number FROM ${quote(tables)}.version`);
  const version = Number(rows[0]?.number ?? 0);
  if (version > migrations.length) {
    throw new Error(
      `The store was written by a newer version of Assay (schema ${version}, this one knows ${migrations.length}).`,
    );
  }
  return version;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
