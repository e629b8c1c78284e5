import { randomUUID } from "node:crypto";
import { endedLifeMs, endedStates, type EntryState, type JournalEntry } from "../journal.ts";
import type { Connection } from "./connection.ts";
import { entryFields } from "./journal-scripts.ts";
import type { Keys } from "./keys.ts";
import type { SentTime } from "./time.ts";
import type { Store } from "../store.ts";

type EntryCommands = Pick<Store, "addEntry" | "writeEntry" | "takeEntries" | "holdEntry">;
type LookingCommands = Pick<Store, "readEntry" | "listEntries" | "countEntries" | "prune">;

export function journalCommands(
  connection: Connection,
  keys: Keys,
  time: SentTime,
): EntryCommands & LookingCommands {
  return { ...entryCommands(connection, keys, time), ...lookingCommands(connection, keys) };
}

function entryCommands({ run }: Connection, keys: Keys, time: SentTime): EntryCommands {
  const put = (script: "addEntry" | "writeEntry", entry: JournalEntry) => {
    const { book, id, state, version, seenAtMs, changedAtMs, dueAtMs, body } = entry;
    const name = keys.entry(book, id);
    const lists = [keys.places, keys.counts, keys.ended, keys.due(book, state), keys.held(book, state)];
    const place = `${startOfPlace(entry)}${name}`;
    const isEnded = endedStates.includes(state) ? 1 : 0;
    const content = [book, id, version, state, seenAtMs, changedAtMs, dueAtMs ?? "", body];
    return run(script, [name, ...lists], [...content, place, `${state} ${book}`, isEnded]);
  };
  return {
    addEntry: async (entry) => (await put("addEntry", { ...entry, version: 0 })) as "added" | "known",
    writeEntry: async (entry) => (await put("writeEntry", entry)) as "written" | "stale",
    async takeEntries({ book, states, owner, nowMs, holdMs, limit }) {
      const lists = [...new Set(states)].flatMap((state) => [keys.due(book, state), keys.held(book, state)]);
      // Made here, once: the connection may send the same taking again.
      const taking = keys.taking(randomUUID());
      const taken = await run("takeEntries", [taking, ...lists], [owner, nowMs, holdMs, limit, time()]);
      return (taken as Row[]).map(toEntry);
    },
    holdEntry: async ({ book, id, owner, holdMs }) =>
      (await run("holdEntry", [keys.entry(book, id)], [owner, holdMs, time()])) as "held" | "lost",
  };
}

function lookingCommands({ run, send }: Connection, keys: Keys): LookingCommands {
  return {
    async readEntry(book, id) {
      const row = await send((client) => client.hmget(keys.entry(book, id), ...entryFields));
      return row[0] === null ? undefined : toEntry(row as Row);
    },
    async listEntries({ before, limit }) {
      const below = before ? `(${startOfPlace(before)}` : "+";
      return ((await run("listEntries", [keys.places], [below, limit])) as Row[]).map(toEntry);
    },
    async countEntries() {
      const counts = await send((client) => client.hgetall(keys.counts));
      return Object.entries(counts).map(([tally, count]) => toCount(tally, Number(count)));
    },
    async prune(nowMs) {
      await run("pruneEntries", [keys.places, keys.counts, keys.ended], [nowMs - endedLifeMs]);
    },
  };
}

type Row = readonly string[];

function toEntry([
  book = "",
  id = "",
  state,
  version,
  seenAtMs,
  changedAtMs,
  dueAtMs,
  body = "",
]: Row): JournalEntry {
  return {
    book,
    id,
    state: state as EntryState,
    version: Number(version),
    seenAtMs: Number(seenAtMs),
    changedAtMs: Number(changedAtMs),
    dueAtMs: dueAtMs === "" ? null : Number(dueAtMs),
    body,
  };
}

/** All digits of any moment, so that places are ordered as text the way entries are listed. */
function startOfPlace({ seenAtMs, id }: { seenAtMs: number; id: string }): string {
  return `${String(seenAtMs).padStart(16, "0")} ${id} `;
}

function toCount(tally: string, count: number) {
  const [state = "", ...book] = tally.split(" ");
  return { book: book.join(" "), state: state as EntryState, count };
}
