import { createHash } from "node:crypto";
import { copiedTables, type CopiedTable, type StoreRow, type RowSource, type RowTarget } from "./rows.ts";

/** How many rows a table has, and what they add up to, in whichever order they are read. */
export type TableSum = Readonly<{ table: string; rows: number; sum: bigint }>;

/** Copies every row into a store that has none, and reads them again there. Rejects where one differs. */
export async function copyRows(source: RowSource, target: RowTarget): Promise<readonly TableSum[]> {
  if (await hasRows(target))
    throw new Error("The target is not empty: a copy goes into a store without any rows.");
  const read = new Map<string, TableSum>();
  await target.write(rowsOf(source, read));
  for (const table of copiedTables) {
    const there = await sumUp(target, table);
    const sent = read.get(table.name) ?? { table: table.name, rows: 0, sum: 0n };
    if (there.rows !== sent.rows || there.sum !== sent.sum) {
      throw new Error(
        `${table.name} differs: ${sent.rows} rows were read, ${there.rows} are there. Empty the target.`,
      );
    }
  }
  return [...read.values()];
}

async function hasRows(target: RowTarget): Promise<boolean> {
  for (const table of copiedTables) {
    for await (const page of target.read(table)) if (page.length > 0) return true;
  }
  return false;
}

async function* rowsOf(
  source: RowSource,
  read: Map<string, TableSum>,
): AsyncGenerator<readonly [CopiedTable, readonly StoreRow[]]> {
  for (const table of copiedTables) {
    let sum: TableSum = { table: table.name, rows: 0, sum: 0n };
    for await (const page of source.read(table)) {
      sum = add(sum, table, page);
      if (page.length > 0) yield [table, page];
    }
    read.set(table.name, sum);
  }
}

async function sumUp(source: RowSource, table: CopiedTable): Promise<TableSum> {
  let sum: TableSum = { table: table.name, rows: 0, sum: 0n };
  for await (const page of source.read(table)) sum = add(sum, table, page);
  return sum;
}

function add({ table, rows, sum }: TableSum, { columns }: CopiedTable, page: readonly StoreRow[]): TableSum {
  const digests = page.map((row) => {
    const text = JSON.stringify(columns.map((column) => row[column] ?? null));
    return BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
  });
  return { table, rows: rows + page.length, sum: digests.reduce((total, digest) => total + digest, sum) };
}
