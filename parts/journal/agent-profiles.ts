import { profileNote, type AgentProfile } from "./marketplace-request.ts";
import type { Journal } from "../store/journal.ts";

type Notes = Pick<Journal, "readNote" | "writeNote">;

/** Names every book that has an agent: one that has not seen a request yet has no entry to be found by. */
const booksNote = "agent-books";

/** Only for who looks for this very book: it is not listed among those that have an agent. */
export async function writeUnlistedProfile(notes: Notes, book: string, profile: AgentProfile): Promise<void> {
  await rewrite(notes, profileNote(book), () => JSON.stringify(profile));
}

export async function writeProfile(notes: Notes, book: string, profile: AgentProfile): Promise<void> {
  await writeUnlistedProfile(notes, book, profile);
  await rewrite(notes, booksNote, (text) => {
    const books = readBooks(text);
    return books.includes(book) ? undefined : JSON.stringify([...books, book]);
  });
}

/** What each agent last knew of itself; nothing where there are only entries of its. */
export async function readProfiles(
  notes: Pick<Journal, "readNote">,
  booksWithEntries: readonly string[],
): Promise<readonly Readonly<{ book: string; profile: AgentProfile | undefined }>[]> {
  const named = readBooks((await notes.readNote(booksNote))?.text);
  return Promise.all(
    [...new Set([...named, ...booksWithEntries])].map(async (book) => {
      const note = await notes.readNote(profileNote(book));
      return { book, profile: note && (JSON.parse(note.text) as AgentProfile) };
    }),
  );
}

const readBooks = (text: string | undefined): readonly string[] =>
  text ? (JSON.parse(text) as string[]) : [];

/** Another replica may write between our reading and our writing; then what it wrote is read first. */
async function rewrite(
  notes: Notes,
  name: string,
  change: (text: string | undefined) => string | undefined,
): Promise<void> {
  for (;;) {
    const note = await notes.readNote(name);
    const text = change(note?.text);
    if (text === undefined) return;
    if ((await notes.writeNote({ name, version: note?.version ?? 0, text })) === "written") return;
  }
}
