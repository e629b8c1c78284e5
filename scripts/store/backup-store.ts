import { backUpSqlite } from "../../parts/store/sqlite/backup.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import { proveLedger } from "../ledger/prove.ts";
import { describeProof } from "../ledger/report.ts";

/** Backs a SQLite store up and proves the ledger of the backup. Others may go on writing meanwhile. */
export async function backUpStore({ from, to }: Readonly<{ from: string; to: string }>): Promise<string> {
  await backUpSqlite(from, to);
  await using store = await openSqliteStore(to);
  const proof = describeProof(await proveLedger(store));
  if (!proof.ok) throw new Error(`The backup contradicts itself:\n${proof.contradictions.join("\n")}`);
  return `Backed up and proven: ${proof.accounts} accounts, ${proof.credits} credits, in ${to}.`;
}
