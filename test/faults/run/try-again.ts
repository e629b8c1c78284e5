/** As often as a supervisor would before it alerts somebody. */
const maxTries = 10;

/**
 * For what is no call of a caller, and fails where the machine is busy: a process that ends before it is up since its store
 * is slow is started again, and a question to the store asked again.
 */
export async function tryAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === maxTries) throw error;
    }
  }
}
