import { afterAll } from "vitest";
import { openPostgresStore } from "../../../../parts/store/postgres/postgres.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import { silentLog } from "../builders.ts";
import { testStore } from "../suite/suite.ts";

const postgres = await startPostgres({ fsync: "off" });
afterAll(() => postgres[Symbol.asyncDispose]());

// One history of each kind: the others say more of the same.
testStore(
  (apart = "conformance", clock?) =>
    openPostgresStore(postgres.url, { schema: apart, log: silentLog, clock }),
  [1],
);
