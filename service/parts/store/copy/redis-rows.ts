import { Redis } from "ioredis";
import { namesOf } from "./redis-names.ts";
import { gatheredTables, transferRows, visitRows } from "./redis-records.ts";
import { plainTables } from "./redis-tables.ts";
import type { RowSource } from "./rows.ts";

const tables = { ...plainTables, ...gatheredTables };

/** A store in Redis, read as rows. It is not written so: its lists and sets are made by its scripts alone. */
export async function openRedisRows(url: string): Promise<RowSource> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  await client.connect();
  return {
    async *read({ name }) {
      if (name === "visits") return yield await visitRows(client);
      if (name === "transfers") return yield await transferRows(client);
      const { kind, rowsAt } = tables[name]!;
      for await (const names of client.scanStream({ match: namesOf(kind), count: 500 }) as AsyncIterable<
        string[]
      >) {
        const rows = await Promise.all([...new Set(names)].map(async (found) => rowsAt(client, found)));
        if (rows.length > 0) yield rows.flat();
      }
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
    },
  };
}
