import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";
import { createDataFolder } from "../../../support/data-folder.ts";
import { testStore } from "../suite/suite.ts";

const folder = await createDataFolder("sqlite");
afterAll(() => rm(folder, { recursive: true }));

testStore((apart = "shared", clock?) =>
  openSqliteStore(join(folder, "made", "when", "missing", `${apart}.sqlite`), { clock }),
);
