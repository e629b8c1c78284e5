import { bytesOf, maxPageBytes, type Recordings } from "../recordings.ts";
import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";

type Row = readonly [cursor: string, code: string, rules: string, mode: string, atMs: string];

export function recordingCommands({ run }: Connection, keys: Keys): Recordings {
  return {
    async addRecording({ digest, code, rules, mode, atMs }, { maxItems, maxBytes }) {
      const names = [keys.recording(digest), keys.recordings, keys.recordingTotals];
      const why = JSON.stringify(rules);
      const values = [code, why, mode, atMs, bytesOf(code, why), maxItems, maxBytes];
      await run("addRecording", names, values);
    },
    async listRecordings({ after, limit }) {
      const rows = (await run("listRecordings", [keys.recordings], [after, limit, maxPageBytes])) as Row[];
      return rows.map(([cursor, code, rules, mode, atMs]) => ({
        cursor: Number(cursor),
        code,
        rules: JSON.parse(rules) as string[],
        mode,
        atMs: Number(atMs),
      }));
    },
  };
}
