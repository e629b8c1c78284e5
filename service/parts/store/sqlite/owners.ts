import type { DatabaseSync } from "node:sqlite";
import type { Commands } from "./protocol.ts";

export function prepareOwners(db: DatabaseSync, now: () => number): Pick<Commands, "beat" | "readOwners"> {
  const beat = db.prepare(
    "INSERT INTO owners VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET until_ms = excluded.until_ms",
  );
  const all = db.prepare("SELECT owner, until_ms <= ? AS isSilent FROM owners ORDER BY owner");
  return {
    beat: (owner, lifeMs) => void beat.run(owner, now() + lifeMs),
    readOwners: () =>
      (all.all(now()) as { owner: string; isSilent: number }[]).map(({ owner, isSilent }) => ({
        owner,
        isSilent: isSilent === 1,
      })),
  };
}

/** Whether an owner has said that it lives, and that time is not over. */
export function prepareAliveness(db: DatabaseSync, now: () => number): (owner: string) => boolean {
  const find = db.prepare("SELECT 1 FROM owners WHERE owner = ? AND until_ms > ?");
  return (owner) => find.get(owner, now()) !== undefined;
}
