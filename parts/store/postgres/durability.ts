import type { ClientBase } from "pg";
import type { Log } from "../../../platform/log.ts";

const wanted = [
  { setting: "fsync", fine: ["on"], otherwise: "a crash of the machine can destroy the database" },
  { setting: "full_page_writes", fine: ["on"], otherwise: "a crash of the machine can destroy the database" },
  {
    setting: "synchronous_commit",
    fine: ["on", "remote_write", "remote_apply"],
    otherwise: "the last writes before a crash or a failover are lost",
  },
] as const;

/** Says loudly what could lose an acknowledged write. */
export async function warnOfLosses(client: ClientBase, log: Log): Promise<void> {
  const names = wanted.map(({ setting }) => setting);
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name = ANY ($1)",
    [names],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const { setting, fine, otherwise } of wanted) {
    const value = found.get(setting);
    if (value === undefined || (fine as readonly string[]).includes(value)) continue;
    const advice = `Set ${setting} = on in postgresql.conf: otherwise ${otherwise}.`;
    log.warn("postgres can lose acknowledged writes", { setting, found: value, advice });
  }
}
