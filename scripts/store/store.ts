import { UsageError } from "../../cli/usage-error.ts";
import { createCommand } from "../command.ts";
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

export const store = createCommand({
  usage,
  options: { from: { type: "string" }, to: { type: "string" } },
  maxWords: 1,
  run: async (places, [what], { say, complain }) => {
    const order = readOrder(what, places);
    try {
      say(await (order.what === "copy" ? copyStore : backUpStore)(order));
      return 0;
    } catch (error) {
      complain(wordsOf(error));
      return 1;
    }
  },
});

type Order = Readonly<{ what: "copy" | "backup"; from: string; to: string }>;
type Places = Readonly<{ from?: string | undefined; to?: string | undefined }>;

function readOrder(what: string | undefined, { from, to }: Places): Order {
  if (what !== "copy" && what !== "backup") throw new UsageError("Use copy or backup, with --from and --to.");
  if (from === undefined || to === undefined) throw new UsageError(`${what} needs --from and --to.`);
  if (from === to) throw new UsageError("--from and --to are the same store.");
  if ([from, to].some((place) => /^rediss?:/.test(place)))
    throw new UsageError(
      "Redis holds no money any more. What a version before kept there is copied with version 1.51.0: docs/operations.md.",
    );
  if (what === "backup" && [from, to].some((place) => /^\w+:\/\//.test(place)))
    throw new UsageError("Only a SQLite store is backed up by this command: use pg_dump.");
  return { what, from, to };
}

/** Why, with the cause: a store that cannot be reached says more there. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
