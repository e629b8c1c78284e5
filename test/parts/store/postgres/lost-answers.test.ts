import { afterAll, describe } from "vitest";
import { openPostgresStore } from "../../../../parts/store/postgres/postgres.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import { silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { callScene } from "../scenes/calls.ts";
import { grantScene } from "../scenes/grants.ts";
import { journalScene } from "../scenes/journal.ts";
import { paymentScene } from "../scenes/payments.ts";
import { recordingScene } from "../scenes/recordings.ts";
import { treasuryScene } from "../scenes/treasury.ts";
import { verdictScene } from "../scenes/verdicts.ts";

const postgres = await startPostgres({ fsync: "off" });
const proxy = await startCuttingProxy(postgres.port);
const server = { open: (url = postgres.url) => openPostgresStore(url, { log: silentLog }), proxy };

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

describe("calls", () => {
  testLostAnswers(server, callScene);
});
describe("journal", () => {
  testLostAnswers(server, journalScene);
});
describe("payments", () => {
  testLostAnswers(server, paymentScene);
});
describe("treasury", () => {
  testLostAnswers(server, treasuryScene);
});
describe("grants to apps", () => {
  testLostAnswers(server, grantScene);
});
describe("recordings", () => {
  testLostAnswers(server, recordingScene);
});
describe("shared verdicts", () => {
  testLostAnswers(server, verdictScene);
});
