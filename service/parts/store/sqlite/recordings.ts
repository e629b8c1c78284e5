import type { DatabaseSync } from "node:sqlite";
import { bytesOf, maxPageBytes, type Recording, type Recordings } from "../recordings.ts";
import type { Commands } from "./protocol.ts";

type Row = Readonly<{
  cursor: number;
  mode: string;
  atMs: number;
  bytes: number;
  rules: string;
  code: string;
}>;

export function prepareRecordings(db: DatabaseSync): Pick<Commands, keyof Recordings> {
  const insert = db.prepare(
    `INSERT INTO recordings (digest, mode, at_ms, bytes, rules, code)
     VALUES (:digest, :mode, :atMs, :bytes, :rules, :code) ON CONFLICT (digest) DO NOTHING`,
  );
  const total = db.prepare("SELECT items, bytes FROM recordings_total");
  const dropOldest = db.prepare("DELETE FROM recordings WHERE cursor = (SELECT min(cursor) FROM recordings)");
  const list = db.prepare(
    `SELECT cursor, mode, at_ms AS atMs, bytes, rules, code FROM recordings WHERE cursor > :after
     ORDER BY cursor LIMIT :limit`,
  );
  return {
    addRecording({ digest, code, rules, mode, atMs }, { maxItems, maxBytes }) {
      const why = JSON.stringify(rules);
      insert.run({ digest, mode, atMs, bytes: bytesOf(code, why), rules: why, code });
      const isFull = (): boolean => {
        const { items, bytes } = total.get() as { items: number; bytes: number };
        return items > maxItems || bytes > maxBytes;
      };
      while (isFull()) dropOldest.run();
    },
    listRecordings({ after, limit }) {
      const page: (Recording & { cursor: number })[] = [];
      let bytes = 0;
      for (const row of list.iterate({ after, limit }) as Iterable<Row>) {
        bytes += row.bytes;
        if (page.length > 0 && bytes > maxPageBytes) break;
        const { cursor, code, mode, atMs } = row;
        page.push({ cursor, code, rules: JSON.parse(row.rules) as string[], mode, atMs });
      }
      return page;
    },
  };
}
