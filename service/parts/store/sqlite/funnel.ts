import type { DatabaseSync } from "node:sqlite";
import type { Commands } from "./protocol.ts";
import { maxOrigins, otherOrigins, type FunnelCount } from "../treasury.ts";

export function prepareFunnel(db: DatabaseSync): Pick<Commands, "countVisit" | "readFunnel"> {
  const isKnown = db.prepare("SELECT 1 FROM visits WHERE origin = ?");
  const origins = db.prepare("SELECT count(DISTINCT origin) AS origins FROM visits WHERE origin <> ?");
  const count = db.prepare(
    `INSERT INTO visits VALUES (:kind, :origin, 1, :atMs) ON CONFLICT DO UPDATE SET
       visits = visits + 1, first_at_ms = min(first_at_ms, excluded.first_at_ms)`,
  );
  const since = db.prepare("SELECT min(first_at_ms) AS sinceMs FROM visits");
  const all = db.prepare("SELECT kind, origin, visits AS count FROM visits ORDER BY kind, origin");
  const hasRoom = () => Number(origins.get(otherOrigins)?.["origins"]) < maxOrigins;
  return {
    countVisit({ kind, origin, atMs }) {
      const named = isKnown.get(origin) || hasRoom() ? origin : otherOrigins;
      count.run({ kind, origin: named, atMs });
    },
    readFunnel: () => ({
      sinceMs: since.get()?.["sinceMs"] as number | null,
      counts: (all.all() as FunnelCount[]).map((row) => ({ ...row })),
    }),
  };
}
