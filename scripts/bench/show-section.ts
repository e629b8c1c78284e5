import { sections, writeSection, type SectionName } from "../../test/bench/quality-page.ts";
import { printTable, type Table } from "../../test/bench/table.ts";

/** Prints a table of quality, and puts it into its page where that is asked for. */
export function showSection(section: SectionName, table: Table, isWritten: boolean): void {
  console.log(`\n${sections[section].title}`);
  printTable(table);
  if (isWritten) writeSection(section, table);
}
