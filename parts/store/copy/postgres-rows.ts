import { Client } from "pg";
import { migrate } from "../postgres/schema.ts";
import { escapeText, restoreText } from "../postgres/wire.ts";
import type { StoreRow, RowTarget } from "./rows.ts";

const pageLength = 500;

/** Every whole number of a store is one that JavaScript counts exactly. */
const types = { getTypeParser: (type: number) => (text: string) => (type === 20 ? Number(text) : text) };
const schema = "assay";

export async function openPostgresRows(url: string): Promise<RowTarget> {
  const client = new Client({ connectionString: url, application_name: "assay copy", types });
  await client.connect();
  await migrate(client, schema);
  await client.query(`SET search_path = ${schema}`);

  async function inTransaction<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    try {
      const answer = await work();
      await client.query("COMMIT");
      return answer;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  }

  return {
    async *read({ name, columns, order }) {
      await client.query("BEGIN READ ONLY");
      try {
        await client.query(
          `DECLARE rows CURSOR FOR SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${order}`,
        );
        for (;;) {
          const { rows } = await client.query<StoreRow>(`FETCH ${pageLength} FROM rows`);
          if (rows.length === 0) return;
          yield rows.map((row) => changeTexts(row, restoreText));
        }
      } finally {
        await client.query("COMMIT");
      }
    },
    write: async (rows) =>
      inTransaction(async () => {
        for await (const [{ name, columns }, page] of rows) {
          const sent = JSON.stringify(page.map((row) => changeTexts(row, escapeText)));
          const list = columns.join(", ");
          await client.query(
            `INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, $1)`,
            [sent],
          );
        }
        await client.query(
          "SELECT setval(pg_get_serial_sequence('recordings', 'cursor'), max(cursor)) FROM recordings HAVING count(*) > 0",
        );
      }),
    [Symbol.asyncDispose]: async () => client.end(),
  };
}

function changeTexts(row: StoreRow, change: (text: string) => string): StoreRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === "string" ? change(value) : value]),
  );
}
