import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import { storeFile } from "../../parts/store/open-store.ts";
import { createBatches } from "../../parts/store/sqlite/batch.ts";
import { commandNames } from "../../parts/store/commands/command.ts";
import type { Ask } from "../../parts/store/sqlite/protocol.ts";
import { unavailable } from "../../parts/store/sqlite/thread.ts";
import type { CommandName, Store } from "../../parts/store/store.ts";

type Place = Readonly<{
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}>;

/** The store of a service or an agent that keeps it in a file; undefined for those that keep it elsewhere. */
export async function openStoreFile(
  { DATA_DIR, DATABASE_URL }: Place,
  clock?: Pick<Clock, "now">,
): Promise<Store | undefined> {
  if (DATABASE_URL !== undefined) return undefined;
  return openInlineStore(storeFile(DATA_DIR), clock);
}

/**
 * The SQLite store without its thread: the same commands in the same transactions, a batch each. Starting a thread
 * takes longer than most tests of a service do; the thread has tests of its own.
 */
async function openInlineStore(file: string, clock?: Pick<Clock, "now">): Promise<Store> {
  const batches = createBatches(file);
  let isClosed = false;
  const ask = async (name: CommandName, args: readonly unknown[]): Promise<unknown> => {
    const sentMs = clock?.now();
    // As a thread's answer: never before everything else that is due now.
    await setImmediate();
    if (isClosed) throw unavailable(new Error("The store is closed."));
    // Copied as if sent to a thread and back, so that the store shares no object.
    const asks = [structuredClone({ n: 0, name, args, nowMs: sentMs }) as Ask];
    const [reply] = structuredClone(batches.run(asks));
    if (reply && "value" in reply) return reply.value;
    throw reply?.unavailable ? unavailable(reply.error) : reply?.error;
  };
  const commands = commandNames.map((name) => [name, async (...args: unknown[]) => ask(name, args)]);
  const store: Store = {
    ...(Object.fromEntries(commands) as Pick<Store, CommandName>),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      batches.close();
    },
  };
  await store.ping();
  return store;
}
