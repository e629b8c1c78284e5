import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { commandNames, durabilityOf } from "../commands/command.ts";
import { prepareCommands } from "../commands/index.ts";
import type { CommandSteps } from "../sql/step.ts";
import type { BeginCallResult, CallRecord, CommandName, Store } from "../store.ts";
import { chargeAtOnce, isTakenMeanwhile } from "./charge.ts";
import { connect, type Database } from "./database.ts";
import { postgresDialect } from "./dialect.ts";
import { warnOfLosses } from "./durability.ts";
import { createQualifier } from "./qualify.ts";
import { runOn, type CommandRun } from "./run.ts";
import { migrate } from "./schema.ts";

type Options = Readonly<{
  /** Where the tables are; several stores may share a database. */
  schema?: string;
  log: Log;
  clock?: Pick<Clock, "now"> | undefined;
}>;

const shared = prepareCommands(postgresDialect);

/** The store in a PostgreSQL database that several machines share. */
export async function openPostgresStore(
  url: string,
  { schema = "assay", log, clock }: Options,
): Promise<Store> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await connect(url, log));
  await database.use(async (client) => {
    await migrate(client, schema);
    await warnOfLosses(client, log);
  });
  const ask = asking(database, createQualifier(schema), clock);
  const commands = commandNames.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  const opened = opening.move();
  return {
    ...(Object.fromEntries(commands) as Pick<Store, CommandName>),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function asking({ use }: Database, qualify: CommandRun["qualify"], clock: Pick<Clock, "now"> | undefined) {
  return async (name: CommandName, args: readonly unknown[]): Promise<unknown> => {
    const command = shared[name] as (...args: readonly unknown[]) => CommandSteps<unknown>;
    const run = {
      qualify,
      isReading: durabilityOf[name] === "reading",
      nowMs: clock?.now() ?? null,
      sending: randomUUID(),
    };
    const outcome = await use(async (client) => {
      const atOnce = name === "beginCallOfKey" && (await charged(client, args as [CallRecord], run));
      return atOnce ? { answer: atOnce } : runOn(client, command(...args), run);
    });
    if ("defect" in outcome) throw outcome.defect;
    return outcome.answer;
  };
}

/** What one statement has taken; nothing where it left that to the command. */
async function charged(
  client: PoolClient,
  [call]: [CallRecord],
  run: CommandRun,
): Promise<BeginCallResult | undefined> {
  try {
    const outcome = await runOn(client, chargeAtOnce(call), run);
    return "answer" in outcome ? outcome.answer : undefined;
  } catch (error) {
    if (isTakenMeanwhile(error)) return undefined;
    throw error;
  }
}
