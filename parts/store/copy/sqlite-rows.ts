import { openDatabase } from "../sqlite/schema.ts";
import type { CopiedTable, StoreRow, RowTarget } from "./rows.ts";

const pageLength = 500;

export function openSqliteRows(file: string): RowTarget {
  const db = openDatabase(file);
  return {
    async *read({ name, columns, order }) {
      let page: StoreRow[] = [];
      for (const row of db.prepare(`SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${order}`).iterate()) {
        page.push({ ...row } as StoreRow);
        if (page.length < pageLength) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    async write(rows) {
      db.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
      try {
        for await (const [table, page] of rows) {
          const insert = db.prepare(insertInto(table));
          for (const row of page) insert.run(...table.columns.map((column) => row[column] ?? null));
        }
        db.exec("COMMIT");
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}

function insertInto({ name, columns }: CopiedTable): string {
  return `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}
