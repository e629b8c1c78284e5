/** A comment that asks mypy to be quiet: on one line or in the whole file, about some codes or all of them. */
export type TypeSuppression = Readonly<{ line: number | null; codes: readonly string[] | null }>;

/** A text in which no comment silences a tool any more, and what those comments had asked of mypy. */
export type Unsilenced = Readonly<{ text: string; typeSuppressions: readonly TypeSuppression[] }>;

// Each word is replaced by one of the same length, so that no position moves. `type` must not stay, or the rest
// would be read as a type comment.
const silencers: readonly [RegExp, string][] = [
  [/noqa/gi, "n0qa"],
  [/\bruff(?=\s*:)/gi, "rvff"],
  [/\btype(?=\s*:\s*ignore)/g, "tyqe"],
  [/\bmypy(?=\s*:)/g, "myqy"],
  // Words behind `# type:` that cannot be a type would be an error to mypy, and are a comment to Python.
  [/(?<=^#\s*)type(?=\s*:\s*(?:$|#|[^#]*(?:\w\s+\w|[^\w\s.[\](),|*"'>-])))/g, "tyqe"],
];

/** Whether a text may hold such a comment at all; most do not, and are spared the second reading. */
export function maySilence(text: string): boolean {
  return /noqa|ruff\s*:|#\s*type\s*:|type\s*:\s*ignore|mypy\s*:/i.test(text);
}

/** Where the comments of a text are, in bytes. */
type CommentFinder = Readonly<{ commentRanges(text: string): readonly [start: number, end: number][] }>;

export function unsilence(finder: CommentFinder, text: string): Unsilenced {
  const bytes = Buffer.from(text);
  const typeSuppressions: TypeSuppression[] = [];
  const lineAt = lineCounter(bytes);
  for (const [start, end] of finder.commentRanges(text)) {
    // Latin-1 keeps one character a byte, whatever the comment is written in.
    const comment = bytes.toString("latin1", start, end);
    typeSuppressions.push(...readTypeSuppressions(comment, () => lineAt(start)));
    const harmless = silencers.reduce((words, [silencer, word]) => words.replace(silencer, word), comment);
    bytes.write(harmless, start, "latin1");
  }
  return { text: bytes.toString(), typeSuppressions };
}

function* readTypeSuppressions(comment: string, line: () => number): Generator<TypeSuppression> {
  const ignore = /\btype\s*:\s*ignore(?:\s*\[([^\]]*)\])?/.exec(comment);
  if (ignore) {
    const at = line();
    // On the very first line it speaks of the whole file.
    yield { line: at === 1 ? null : at, codes: ignore[1] === undefined ? null : listOf(ignore[1]) };
  }
  const inline = /^#\s*mypy\s*:\s*(.*)$/.exec(comment)?.[1];
  if (inline === undefined) return;
  if (/\bignore[-_]errors\b(?!\s*=\s*false)/i.test(inline)) yield { line: null, codes: null };
  const disabled = /\bdisable[-_]error[-_]code\s*=\s*"?([\w\-, ]+)/i.exec(inline)?.[1];
  if (disabled !== undefined) yield { line: null, codes: listOf(disabled) };
}

function listOf(words: string): string[] {
  return words.split(",").map((word) => word.trim());
}

/** The line of each offset, asked for in ascending order. */
function lineCounter(bytes: Buffer): (offset: number) => number {
  let line = 1;
  let counted = 0;
  return (offset) => {
    const between = bytes.toString("latin1", counted, offset);
    line += between.match(/\r\n|\r|\n/g)?.length ?? 0;
    counted = offset;
    return line;
  };
}
