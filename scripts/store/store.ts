import { parseArgs } from "node:util";
import type { Surroundings } from "../command.ts";
import { backUpStore } from "./backup-store.ts";
import { copyStore } from "./copy-store.ts";

const usage = `npm run store -- copy --from STORE --to STORE
npm run store -- backup --from FILE --to FILE

copy: moves a deployment from one store to another. A STORE is the path of a SQLite file (data/assay.sqlite), or an address:
postgres://user@host/database.

Stop the service and the agent first: a store that a process has used in the last seconds is refused. Charges that a dead
process left open are given back, as the next start would. The target must be empty. The ledger of the source is proven
first; afterwards every row is read again in the target, and its ledger is proven too. The source stays as it is.

Then set DATABASE_URL or DATA_DIR to the target, for service and agent.

backup: writes a SQLite store into a new file while the service goes on working, and proves the ledger of that file. PostgreSQL is
backed up with pg_dump: docs/operations.md.

Exit status: 0 done and proven, 1 not done, 2 wrong usage.`;

/** The command; gives the code to end with. */
export async function store(args: readonly string[], { say, complain }: Surroundings): Promise<number> {
  const order = readOrder(args);
  if (order === "help") {
    say(usage);
    return 0;
  }
  if (typeof order === "string") {
    complain(`${order}\n\n${usage}`);
    return 2;
  }
  try {
    const { what, ...places } = order;
    say(await (what === "copy" ? copyStore : backUpStore)(places));
    return 0;
  } catch (error) {
    complain(wordsOf(error));
    return 1;
  }
}

type Order = Readonly<{ what: "copy" | "backup"; from: string; to: string }>;

/** What is asked for, or what is wrong with how it was asked. */
function readOrder(args: readonly string[]): Order | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { from: { type: "string" }, to: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) return "help";
    const [what, ...others] = positionals;
    if ((what !== "copy" && what !== "backup") || others.length > 0)
      return "Use copy or backup, with --from and --to.";
    const { from, to } = values;
    if (from === undefined || to === undefined) return `${what} needs --from and --to.`;
    if (from === to) return "--from and --to are the same store.";
    if ([from, to].some((place) => /^rediss?:/.test(place)))
      return "Redis holds no money any more. What a version before kept there is copied with version 1.51.0: docs/operations.md.";
    if (what === "backup" && [from, to].some((place) => /^\w+:\/\//.test(place)))
      return "Only a SQLite store is backed up by this command: use pg_dump.";
    return { what, from, to };
  } catch (error) {
    return wordsOf(error);
  }
}

/** Why, with the cause: a store that cannot be reached says more there. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
