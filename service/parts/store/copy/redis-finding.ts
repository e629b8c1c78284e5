import type { Redis } from "ioredis";
import type { StoreRow } from "./rows.ts";

type Hash = Readonly<Record<string, string>>;

/** How the rows of a table are found: under every name of a kind, what is there as rows. */
export type Finding = Readonly<{
  kind: string;
  rowsAt(client: Redis, name: string): Promise<readonly StoreRow[]>;
}>;

/** One row for each name of a kind, made from the text there. */
export function texts(kind: string, toRow: (name: string, text: string) => StoreRow): Finding {
  return { kind, rowsAt: async (client, name) => [toRow(name, (await client.get(name)) ?? "")] };
}

/** The same, of the hash there; nothing where it is not what it should be. */
export function hashes(kind: string, toRow: (name: string, hash: Hash) => StoreRow | undefined): Finding {
  return {
    kind,
    async rowsAt(client, name) {
      const row = toRow(name, await client.hgetall(name));
      return row === undefined ? [] : [row];
    },
  };
}

/** A column of text; an empty one is none where the scripts write none so. */
export const text = (value: string | undefined): string | null =>
  value === undefined || value === "" ? null : value;
export const number = (value: string | undefined): number | null =>
  value === undefined || value === "" ? null : Number(value);
