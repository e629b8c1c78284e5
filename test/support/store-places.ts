import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createDataFolder } from "./data-folder.ts";
import type { StoreKind } from "./exhaustive.ts";
import { startPostgres } from "./postgres-server.ts";

/** A folder, and the variables that name an empty store to a service or an agent. */
export type StorePlace = Readonly<{ DATA_DIR: string; DATABASE_URL?: string }>;

/** Any number of empty stores, those in PostgreSQL on one server. */
export type StorePlaces = Readonly<{ create(kind: StoreKind): Promise<StorePlace> }> & AsyncDisposable;

export async function openStorePlaces(): Promise<StorePlaces> {
  await using opening = new AsyncDisposableStack();
  const parent = opening.adopt(await createDataFolder("places"), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres = opening.use(await startPostgres());
  const opened = opening.move();
  return {
    create: async (kind) => {
      const DATA_DIR = await mkdtemp(join(parent, "store-"));
      if (kind === "PostgreSQL") return { DATA_DIR, DATABASE_URL: await postgres.createDatabase() };
      return { DATA_DIR };
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}
