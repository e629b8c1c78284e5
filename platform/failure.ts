/** What is told of an error, in logs and between threads: where it was thrown, and never its words, which may quote a submitted text. */
export type Failure = Readonly<{
  /** The tool, or the one rule of it, that failed. */
  what: string;
  /** The error's class, or why it was stopped. */
  reason: string;
  frames: readonly string[];
}>;

const maxFrames = 8;

export function toFailure(what: string, error: unknown): Failure {
  if (!(error instanceof Error)) return { what, reason: typeof error, frames: [] };
  if (error instanceof Failed) return { ...error.failure, what };
  return { what, reason: error.name, frames: framesOf(error) };
}

/** A failure that was told by another thread. */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.what} failed: ${failure.reason}`);
    this.failure = failure;
  }
}

function framesOf({ stack = "" }: Error): string[] {
  const lines = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return lines.slice(0, maxFrames).map((line) => line.trim());
}
