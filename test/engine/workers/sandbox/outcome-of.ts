/** Why a sandbox gave no box, where it gave none. */
export async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "served",
    (error: { reason?: unknown }) => error.reason ?? error,
  );
}
