/** Resolves when it is true; fails when that takes longer than anything here should. */
export async function until(isTrue: () => boolean | Promise<boolean>, mostMs = 10_000): Promise<void> {
  for (const deadline = performance.now() + mostMs; !(await isTrue());) {
    if (performance.now() > deadline) throw new Error(`it did not come true within ${mostMs} ms`);
    await new Promise(setImmediate);
  }
}
