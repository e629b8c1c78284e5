import type { Clock } from "../../../platform/clock.ts";
import { commandNames } from "../commands/command.ts";
import { startThread, unavailable, type StoreThread } from "./thread.ts";
import type { CommandName, Store } from "../store.ts";

/** The store in one file of this machine. Several processes may have the same file open. */
export async function openSqliteStore(
  file: string,
  { clock }: { clock?: Pick<Clock, "now"> | undefined } = {},
): Promise<Store> {
  let thread: StoreThread = startThread(file);
  let closing: Promise<void> | undefined;

  async function ask(name: CommandName, args: readonly unknown[]): Promise<unknown> {
    if (closing) throw unavailable(new Error("The store is closed."));
    if (!thread.isAlive()) thread = startThread(file);
    return thread.ask(name, args, clock?.now());
  }

  const commands = commandNames.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  const store: Store = {
    ...(Object.fromEntries(commands) as Pick<Store, CommandName>),
    [Symbol.asyncDispose]: () => (closing ??= thread.close()),
  };
  try {
    await store.ping();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return store;
}
