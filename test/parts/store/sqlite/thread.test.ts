import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";

/** Collects unreachable objects. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

test("an answer that its caller no longer needs is not kept", async () => {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), "assay-thread-")), async (path) =>
    rm(path, { recursive: true }),
  );
  const store = opened.use(await openSqliteStore(join(folder, "thread.sqlite")));
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => new WeakRef(await store.readAccount(`key ${n}`, "a day"))),
  );
  // Its caller has gone by the time that another is answered.
  await store.ping();
  collectGarbage();
  expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
});
