/** Where a value goes when the statement runs: what it was given under a name, or something of the run itself. */
export type StatementPlace = Readonly<{ given: string } | { ofRun: "store time" | "sending" }>;

/** A statement as its database reads it, compiled once. */
export type CompiledStatement = Readonly<{ name: string; text: string; places: readonly StatementPlace[] }>;

/** One thing that a command has its store do. */
export type CommandStep =
  | Readonly<{
      does: "ask";
      statement: CompiledStatement;
      given: GivenValues;
      /** Nothing is done after it, whatever it tells: the transaction, if there is one, ends with it. */
      isLast: boolean;
    }>
  /** Done in its turn; the command goes on without hearing of it. */
  | Readonly<{ does: "send"; statement: CompiledStatement; given: GivenValues }>
  | NamedLock;

/**
 * Waits for anyone else who has this name, until the end of the command. A store that runs one command at a time skips it.
 * A command takes its locks before it reads, always in this order: owner, then call, payment, session or treasury, then
 * account; so none waits for another in a circle, and each statement after a lock sees what its last holder committed.
 */
export type NamedLock = Readonly<{ does: "lock"; name: string; isShared: boolean }>;

/** What a statement is given, by name. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** What a statement gave: its rows, and how many it changed. */
export type StatementAnswer = Readonly<{ rows: readonly object[]; changes: number }>;

/** A command while it runs: it yields what is to be done, and ends with its answer. */
export type CommandSteps<Answer> = Generator<CommandStep, Answer, StatementAnswer>;

export function* lock(name: string): CommandSteps<void> {
  yield { does: "lock", name, isShared: false };
}

/** For those who may work side by side, only not beside one who has locked the name. */
export function* share(name: string): CommandSteps<void> {
  yield { does: "lock", name, isShared: true };
}

/** Takes locks of one kind, in an order that all who take several share. */
export function* lockAll(names: readonly string[]): CommandSteps<void> {
  for (const name of [...new Set(names)].toSorted()) yield* lock(name);
}
