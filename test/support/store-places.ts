import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { createDataFolder } from "./data-folder.ts";
import type { StoreKind } from "./exhaustive.ts";
import { startPostgres } from "./postgres-server.ts";
import { startRedis } from "./redis-server.ts";

/** A folder, and what names an empty store to a service or an agent. */
export type StorePlace = Readonly<{ DATA_DIR: string; REDIS_URL?: string; DATABASE_URL?: string }>;

/** One server of each kind, on which any number of empty stores can be opened. */
export type StorePlaces = Readonly<{ create(kind: StoreKind): Promise<StorePlace> }> & AsyncDisposable;

export async function openStorePlaces(): Promise<StorePlaces> {
  await using opening = new AsyncDisposableStack();
  const parent = opening.adopt(await createDataFolder("places"), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  opening.use(redis);
  opening.use(postgres);
  let count = 0;
  const opened = opening.move();
  return {
    create: async (kind) => {
      count += 1;
      const DATA_DIR = await mkdtemp(join(parent, "store-"));
      if (kind === "Redis") return { DATA_DIR, REDIS_URL: `${redis.url}/${count}` };
      if (kind === "PostgreSQL") return { DATA_DIR, DATABASE_URL: await createDatabase(postgres.url, count) };
      return { DATA_DIR };
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function createDatabase(server: string, number: number): Promise<string> {
  const client = new Client(server);
  await client.connect();
  const name = `place_${number}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
