const name = Symbol.for("assay: what lives as long as the worker");

/**
 * What is adopted here stays open for every test file that this worker runs, and is closed after the last of them.
 * The environment that closes it loads its modules apart from the tests, so they meet in a global.
 */
export function workerLife(): AsyncDisposableStack {
  const holder = globalThis as { [name]?: AsyncDisposableStack };
  holder[name] ??= new AsyncDisposableStack();
  return holder[name];
}
