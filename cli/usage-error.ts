/** The command was used or configured wrongly, or lacks what it needs. The words say what to do next. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
