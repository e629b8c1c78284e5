import { randomUUID } from "node:crypto";
import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { Store } from "../store.ts";
import { otherOrigins, type FunnelCount } from "../treasury.ts";

export function funnelCommands({ run }: Connection, keys: Keys): Pick<Store, "countVisit" | "readFunnel"> {
  return {
    async countVisit({ kind, origin, atMs }) {
      // Made here, once: the connection may send the same visit again.
      const names = [keys.visit(randomUUID()), keys.visits, keys.origins, keys.visitsSince];
      await run("countVisit", names, [toField(kind, origin), toField(kind, otherOrigins), origin, atMs]);
    },
    async readFunnel() {
      const [sinceMs, visits] = (await run("readFunnel", [keys.visits, keys.visitsSince], [])) as Read;
      return { sinceMs: sinceMs === null ? null : Number(sinceMs), counts: toCounts(visits) };
    },
  };
}

type Read = readonly [sinceMs: string | null, visits: readonly string[]];

/** The kind's length keeps names apart whatever a kind or origin contains. */
function toField(kind: string, origin: string): string {
  return `${kind.length}:${kind}:${origin}`;
}

function toCounts(visits: readonly string[]): readonly FunnelCount[] {
  const counts: FunnelCount[] = [];
  for (let n = 0; n < visits.length; n += 2) {
    const [field = "", count] = visits.slice(n, n + 2);
    const [length = ""] = field.split(":", 1);
    const start = length.length + 1;
    const end = start + Number(length);
    counts.push({ kind: field.slice(start, end), origin: field.slice(end + 1), count: Number(count) });
  }
  return counts.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.origin, b.origin));
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
