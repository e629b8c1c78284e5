/** The set-up cannot go on. The message is one sentence that says what to do. */
export class SetupFailure extends Error {
  /**
   * @param {string} sentence
   * @param {string} [toolOutput]
   */
  constructor(sentence, toolOutput = "") {
    super(sentence);
    this.toolOutput = toolOutput;
  }
}

/**
 * What the file system refuses is told like any other failure; anything else is a defect and is thrown on.
 * @param {unknown} error
 */
export function asFailure(error) {
  if (error instanceof SetupFailure) return error;
  if (!(error instanceof Error) || !("syscall" in error)) throw error;
  return new SetupFailure(
    `${error.message}: make the checkout writable, with room on its disk, and try again.`,
  );
}
