/** What the command uses and Node 22 lacks. */
if (!("AsyncDisposableStack" in globalThis)) await import("core-js/actual/async-disposable-stack/index.js");
