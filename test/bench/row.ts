/** One measured number. */
export type Row = Readonly<{ what: string; value: number; unit: string }>;

export function printRows(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(`\n${title}`);
  for (const { what, value, unit } of rows) {
    console.log(`  ${what.padEnd(width)}  ${value.toFixed(value < 100 ? 1 : 0).padStart(8)} ${unit}`);
  }
}
