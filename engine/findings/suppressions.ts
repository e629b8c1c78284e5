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
  [/^(#\s*)type(?=\s*:(?:\s*(?:$|#)|[^#]*(?:\w\s+\w|[^\w\s.[\](),|*"'>-])))/, "$1tyqe"],
];

/** Whether a text may hold such a comment at all; most do not, and are spared the second reading. */
export function maySilence(text: string): boolean {
  return /noqa|ruff\s*:|#\s*type\s*:|type\s*:\s*ignore|mypy\s*:|pyright\s*:/i.test(text);
}

/** Where the comments of a text are, in bytes. */
type CommentFinder = Readonly<{ commentRanges(text: string): readonly [start: number, end: number][] }>;

export function unsilence(finder: CommentFinder, text: string): Unsilenced {
  const bytes = Buffer.from(text);
  const typeSuppressions: TypeSuppression[] = [];
  const lineAt = lineCounter(bytes);
  let [read, isBehindCode] = [0, false];
  for (const [start, end] of finder.commentRanges(text)) {
    // Latin-1 keeps one character a byte, whatever the comment is written in.
    const comment = bytes.toString("latin1", start, end);
    isBehindCode ||= bytes.toString("latin1", read, start).trim() !== "";
    read = end;
    typeSuppressions.push(...readTypeSuppressions(comment, () => (isBehindCode ? lineAt(start) : null)));
    const harmless = silencers.reduce((words, [silencer, word]) => words.replace(silencer, word), comment);
    bytes.write(harmless, start, "latin1");
  }
  return { text: bytes.toString(), typeSuppressions };
}

/** Before all code it is about the whole file. */
function* readTypeSuppressions(comment: string, line: () => number | null): Generator<TypeSuppression> {
  const [, by, named] = /\b(type|pyright)\s*:\s*ignore(?:\s*\[([^\]]*)\])?/.exec(comment) ?? [];
  if (by !== undefined) {
    const codes = named === undefined ? null : listOf(named);
    yield { line: line(), codes: by === "pyright" ? (codes?.flatMap(codesOfPyright) ?? null) : codes };
  }
  const inline = /^#\s*mypy\s*:(.*)/s.exec(comment)?.[1];
  if (inline === undefined) return;
  if (/\bignore[-_]errors\b(?!\s*=\s*false)/i.test(inline)) yield { line: null, codes: null };
  const disabled = /\bdisable[-_]error[-_]code\s*=\s*"?([\w\-, ]+)/i.exec(inline)?.[1];
  if (disabled !== undefined) yield { line: null, codes: listOf(disabled) };
}

/** What mypy calls the things that pyright's rules are about. */
const pyrightRules: Readonly<Record<string, readonly string[]>> = {
  reportArgumentType: ["arg-type", "call-overload", "index"],
  reportAssignmentType: ["assignment"],
  reportAttributeAccessIssue: ["attr-defined", "union-attr"],
  reportCallIssue: ["call-arg", "call-overload", "operator", "misc"],
  reportGeneralTypeIssues: [
    "arg-type",
    "assignment",
    "call-arg",
    "call-overload",
    "index",
    "misc",
    "operator",
    "return-value",
  ],
  reportIndexIssue: ["index", "call-overload"],
  reportInvalidTypeForm: ["valid-type", "misc"],
  reportOperatorIssue: ["operator"],
  reportOptionalCall: ["operator", "misc"],
  reportOptionalIterable: ["union-attr", "arg-type"],
  reportOptionalMemberAccess: ["union-attr"],
  reportOptionalOperand: ["operator"],
  reportOptionalSubscript: ["index"],
  reportReturnType: ["return-value"],
};

function codesOfPyright(rule: string): readonly string[] {
  return Object.hasOwn(pyrightRules, rule) ? pyrightRules[rule]! : [];
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
