/** What was measured: the first column names a row, the others hold its numbers. */
export type Table = Readonly<{ head: readonly string[]; rows: readonly (readonly string[])[] }>;

/** For a terminal: columns as wide as what is in them. */
export function printTable(table: Table): void {
  const widths = widthsOf(table);
  for (const line of [table.head, ...table.rows]) {
    const cells = line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)));
    console.log(cells.join("  ").trimEnd());
  }
}

/** For a page, as the formatter leaves it. */
export function toMarkdown(table: Table): string {
  const widths = widthsOf(table);
  const rule = widths.map((width) => "-".repeat(width));
  return [table.head, rule, ...table.rows]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`)
    .join("\n");
}

function widthsOf({ head, rows }: Table): number[] {
  return head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => row[at]!.length)));
}

/** In percent, with one digit. */
export function share(part: number, of: number): string {
  return `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
}
