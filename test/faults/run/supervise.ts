/** As often as a supervisor would before it tells somebody. */
const maxTries = 10;

/** Starts a process as a supervisor does: one that ends before it is up, as when its store is away or slow, is started again. */
export async function startSupervised<Process>(start: () => Promise<Process>): Promise<Process> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === maxTries) throw error;
    }
  }
}
