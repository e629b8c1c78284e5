import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../../../../service/parts/store/sqlite/sqlite.ts";
import { testStore } from "../suite/suite.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-sqlite-"));
afterAll(() => rm(folder, { recursive: true }));

testStore((apart = "shared", clock?) =>
  openSqliteStore(join(folder, "made", "when", "missing", `${apart}.sqlite`), { clock }),
);
