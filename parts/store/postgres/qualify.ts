import type { CompiledStatement } from "../sql/step.ts";
import { quote } from "./schema.ts";

/** The tables that statements name. */
const tables =
  "secrets|keys|minted|entries|balances|used|calls|answers|owners|journal|notes|leases|reservations|deposits|remainders|" +
  "checkouts|reversals|debts|visits|grants|payments|transfers|served|recordings|recordings_total|tasks|verdicts|sent";
const named = new RegExp(`\\b(from|into|update|join)\\s+"?(${tables})"?(?![\\w"])`, "gi");

/**
 * A statement as it is sent for the tables of one schema. A connection has no search path of its own: behind a proxy that
 * pools by transaction it may be somebody else's the next time.
 */
export function createQualifier(schema: string): (statement: CompiledStatement) => string {
  const texts = new Map<CompiledStatement, string>();
  return (statement) => {
    const known = texts.get(statement);
    if (known !== undefined) return known;
    const text = statement.text
      .replaceAll(named, (_, verb: string, table: string) => `${verb} ${quote(schema)}.${quote(table)}`)
      .replaceAll("current_schema", `'${schema.replaceAll("'", "''")}'`);
    texts.set(statement, text);
    return text;
  };
}
