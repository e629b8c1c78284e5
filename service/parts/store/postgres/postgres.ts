import { randomUUID } from "node:crypto";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/log.ts";
import { needs, type Commands } from "../commands/command.ts";
import { prepareCommands } from "../commands/index.ts";
import type { Steps } from "../sql/step.ts";
import type { CommandName, Store } from "../store.ts";
import { preparations } from "./arguments.ts";
import { connect, type Database } from "./database.ts";
import { warnOfLosses } from "./durability.ts";
import { postgresDialect } from "./dialect.ts";
import { commandNames } from "./functions/index.ts";
import { migrate, nameSchema, quote, type StoreSchema } from "./schema.ts";
import { runOn } from "./run.ts";
import { decode, encode } from "./wire.ts";

type Options = Readonly<{
  /** Where the tables are; several stores may share a database. */
  schema?: string;
  log: Log;
  clock?: Pick<Clock, "now"> | undefined;
}>;

/** The store in a PostgreSQL database that several machines share. Every command is one call of one function there. */
export async function openPostgresStore(
  url: string,
  { schema: tables = "assay", log, clock }: Options,
): Promise<Store> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await connect(url, { tables, log }));
  const schema = nameSchema(tables);
  await database.use(async (client) => {
    await migrate(client, schema);
    await warnOfLosses(client, log);
  });
  const ask = asking(database, schema, clock);
  const commands = commandNames.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  const opened = opening.move();
  return {
    ...(Object.fromEntries(commands) as Pick<Store, CommandName>),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The server's time, unless the store was opened with a clock of its own. */
const storeTime = "coalesce($2, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)";

/** JSON comes as text. */
const types = { getTypeParser: () => (text: string) => text };

function asking({ use }: Database, { functions }: StoreSchema, clock: Pick<Clock, "now"> | undefined) {
  return async (name: CommandName, args: readonly unknown[]): Promise<unknown> => {
    const command = shared[name] as ((...args: readonly unknown[]) => Steps<unknown>) | undefined;
    if (command) {
      const run = { isReading: needs[name] === "reading", nowMs: clock?.now() ?? null, sending: randomUUID() };
      const outcome = await use(async (client) => runOn(client, command(...args), run));
      if ("defect" in outcome) throw outcome.defect;
      return outcome.answer;
    }
    const prepare = preparations[name] as ((...args: readonly unknown[]) => readonly unknown[]) | undefined;
    const query = {
      name,
      text: `SELECT ${quote(functions)}.${quote(name)}($1, ${storeTime}) AS told`,
      values: [encode(prepare ? prepare(...args) : args), clock?.now() ?? null],
      types,
    };
    const { rows } = await use((client) => client.query<{ told: string | null }>(query));
    return decode(rows[0]?.told ?? null);
  };
}

const shared: Partial<Commands> = prepareCommands(postgresDialect);
