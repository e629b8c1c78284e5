/** Files, and the tests that must notice a change of them, as arguments of vitest: the quick and near ones first. */
export type Row = Readonly<{ files: readonly string[]; tests: readonly (readonly string[])[] }>;

const entrances = "test/service/entrances";
const x402 = (name: string): string => `${entrances}/x402/${name}.test.ts`;
const agent = (name: string): string => `test/agent/${name}.test.ts`;
const everyAgentTest = ["test/agent"];
const stores = "test/parts/store";

/** A file of the commands: first these parts of the suite that every store passes, then the whole, then what goes wrong. */
function commandRow(files: string, parts: string): Row {
  const suites = ["sqlite", "postgres"].map((store) => `${stores}/${store}/${store}.test.ts`);
  return {
    files: [`parts/store/commands/${files}.ts`],
    tests: [
      ...suites.map((suite) => [suite, "-t", `^(?:${parts}) `]),
      ...suites.map((suite) => [suite]),
      [`${stores}/sqlite/`],
      [`${stores}/postgres/`],
    ],
  };
}

/** Where a mistake costs money or trust. */
export const areas: Readonly<Record<string, readonly Row[]>> = {
  access: [
    {
      files: ["service/work/read-job.ts"],
      tests: [["test/service/work/read-job.test.ts"], [`${entrances}/http/input.test.ts`]],
    },
    {
      files: ["service/handle.ts", "service/{caller/identify,payment/quota}.ts"],
      tests: [
        [`${entrances}/http/http.test.ts`, "test/service/payment/quota.test.ts"],
        ["test/service/caller/oauth/access-token.test.ts", "test/service/caller/keys.test.ts"],
        [`${entrances}/every-entrance.test.ts`],
      ],
    },
    {
      files: ["service/{payment/{account,choose,recall},work/judging}.ts"],
      tests: [
        ["test/service/payment/giving-back.test.ts"],
        [`${entrances}/http/http.test.ts`, "test/service/payment/quota.test.ts"],
        ["test/service/payment/repeats.test.ts", "test/service/payment/hang-ups.test.ts"],
      ],
    },
    {
      files: ["service/caller/keys.ts"],
      tests: [["test/service/caller/keys.test.ts"]],
    },
    {
      files: ["service/payment/housekeeping.ts"],
      tests: [
        ["test/service/payment/housekeeping.test.ts"],
        ["test/service/payment/clock-skew.test.ts"],
        ["test/faults/crash.test.ts"],
      ],
    },
    {
      files: ["service/credits/card{,-reversal}.ts", "parts/card/{reversal,event,session}.ts"],
      tests: [
        [`${entrances}/api/money/stripe-webhook.test.ts`, `${entrances}/api/money/card-reversals.test.ts`],
        [`${entrances}/api/money/checkout.test.ts`],
      ],
    },
    {
      files: ["service/credits/card-polling.ts"],
      tests: [["test/service/credits/card-polling.test.ts"]],
    },
    {
      files: ["service/marketplace/marketplace*.ts"],
      tests: [[`${entrances}/api/marketplace.test.ts`]],
    },
  ],
  stores: [
    commandRow("calls/{charging,look,keeping,giving-back}", "calls|answers|owners and upkeep|concurrency"),
    commandRow("owners", "owners and upkeep"),
    commandRow("keys", "keys and secrets"),
    commandRow("{accounts,ledger}", "keys and secrets|ledger|proof"),
    commandRow("grants", "grants to apps"),
    commandRow("deposits/reversals", "reversals"),
    commandRow("payments/{payments,payment-rows,claiming}", "payments"),
    commandRow("deposits/{deposits,deposit-rows}", "deposits|proof|treasury"),
    commandRow("deposits/reservations", "reservations"),
    commandRow("deposits/checkouts", "checkouts"),
    commandRow("{journal,taking}", "(?:taking )?journal(?: entries)?"),
    commandRow("{notes,leases}", "notes and leases"),
    commandRow("kept/tasks", "tasks"),
    commandRow("kept/verdicts", "shared verdicts"),
    commandRow("{funnel,kept/recordings}", "funnel|recordings"),
    commandRow("upkeep", "owners and upkeep|payments|reservations|journal|recordings"),
    {
      files: ["parts/store/{sql,sqlite}/*.ts"],
      tests: [
        [`${stores}/sqlite/sqlite.test.ts`, "-t", "^(?:ledger|payments) "],
        [`${stores}/sqlite/sqlite.test.ts`, `${stores}/open-store.test.ts`],
        [`${stores}/sqlite/`],
      ],
    },
    {
      files: ["parts/store/postgres/*.ts"],
      tests: [
        [`${stores}/postgres/connection-queue.test.ts`, `${stores}/postgres/failures.test.ts`],
        [`${stores}/postgres/postgres.test.ts`, "-t", "^(?:calls|journal|concurrency|deposits) "],
        [`${stores}/postgres/locks.test.ts`, `${stores}/postgres/charge.test.ts`],
        [`${stores}/postgres/lost-answers.test.ts`, `${stores}/postgres/faults.test.ts`],
        [`${stores}/postgres/postgres.test.ts`, `${stores}/open-store.test.ts`],
      ],
    },
  ],
  x402: [
    {
      files: ["service/payment/x402/*.ts"],
      tests: [
        [x402("paying")],
        [x402("once"), x402("trouble"), x402("kept")],
        [x402("bad-payments"), x402("one-transfer"), x402("recording")],
        [x402("every-entrance"), `${entrances}/mcp/payment.test.ts`, `${entrances}/a2a/payment.test.ts`],
      ],
    },
    {
      files: ["parts/x402/{find-transfer,offers,settlement}.ts"],
      tests: [["test/parts/x402"], [x402("trouble")], [x402("one-transfer"), x402("bad-payments")]],
    },
    {
      files: ["parts/x402/read-payment.ts"],
      tests: [[x402("bad-payments")], [x402("once"), x402("every-entrance")]],
    },
  ],
  deposits: [
    {
      files: ["parts/deposits/*.ts"],
      tests: [
        ["test/parts/deposits/watch.test.ts"],
        [`${entrances}/api/money/topup.test.ts`, "test/parts/deposits/trouble.test.ts"],
        ["test/parts/deposits"],
      ],
    },
    {
      files: ["service/{credits/{deposit*,topup,reservation-view},terms/native}.ts"],
      tests: [
        ["test/service/credits/deposit", "test/service/terms/native", `${entrances}/api/money/topup.test.ts`],
        [`${entrances}/api/money/deposit.test.ts`],
      ],
    },
  ],
  judge: [
    {
      files: [
        "engine/python/sandbox/{judge,compare,deciding,verdicts,own,encoding,claims,settle,wary,library}.py",
      ],
      tests: [
        ["test/engine/python/values.test.ts"],
        ["test/engine/python/examples.test.ts"],
        ["forged", "screen", "harness"].map((name) => `test/engine/python/${name}.test.ts`),
      ],
    },
    {
      files: ["engine/execute/{check-examples,mismatches,search,choose}.ts"],
      tests: [
        ["test/engine/execute"],
        ["test/e2e/execute.test.ts", "test/e2e/model-rewrites.test.ts", "test/e2e/repair-then-run.test.ts"],
      ],
    },
  ],
  gate: [
    {
      files: ["engine/repair/gate.ts"],
      tests: [["test/engine/repair/gate.test.ts"], ["test/engine/repair/mode.test.ts"]],
    },
    {
      files: ["engine/{tasks/merge-diagnostics,to-verdict}.ts"],
      tests: [
        ["test/engine/tasks/merge-diagnostics.test.ts", "test/engine/to-verdict.test.ts"],
        ["test/engine/type-check/severity.test.ts", "test/engine/text/positions.test.ts"],
      ],
    },
    {
      files: ["engine/type-check/type-findings.ts"],
      tests: [
        ["test/engine/type-check/type-findings.test.ts"],
        [
          "test/engine/type-check/severity.test.ts",
          "test/engine/text/positions.test.ts",
          "test/engine/findings/suppressions.test.ts",
        ],
      ],
    },
  ],
  oauth: [
    {
      files: ["service/caller/oauth/*.ts", "parts/tokens/tokens.ts"],
      tests: [
        ["test/service/caller/oauth", "test/parts/tokens/tokens.test.ts"],
        ["authorize", "register", "revoke"].map((name) => `${entrances}/oauth/${name}.test.ts`),
        ["token", "consent"].map((name) => `${entrances}/oauth/${name}.test.ts`),
        [
          ...["published-apps", "metadata"].map((name) => `${entrances}/oauth/${name}.test.ts`),
          "test/service/caller/oauth/access-token.test.ts",
        ],
      ],
    },
  ],
  agent: [
    { files: ["agent/verdicts/task.ts"], tests: [[agent("task")]] },
    { files: ["agent/journal/outbox.ts"], tests: [[agent("outbox")], [agent("collecting")]] },
    {
      files: ["agent/journal/journal.ts"],
      tests: [[agent("journal")], [agent("reorganisation")], everyAgentTest],
    },
    {
      files: ["agent/steps/{judge,fetch}.ts"],
      tests: [
        [agent("steps"), agent("error-verdict")],
        [agent("service-trouble"), agent("gateway-trouble"), agent("fallback")],
        [agent("poisoned-requests"), agent("step-in")],
      ],
    },
    {
      files: ["agent/steps/{publish,settle,index,step}.ts"],
      tests: [
        [agent("steps"), agent("proof-of-delivery")],
        [agent("held-back"), agent("published-answer")],
        [agent("reorganisation"), agent("step-in"), agent("signed-requests")],
      ],
    },
    {
      files: ["agent/sending/{settle-signed,deliverable}.ts"],
      tests: [[agent("sending")], [agent("signed-requests"), agent("held-back")], everyAgentTest],
    },
    {
      files: ["agent/sending/{send,deliver,screen,collect,postpone}.ts"],
      tests: [
        [agent("sending"), agent("transactions")],
        [agent("collecting"), agent("rates"), agent("redeployed")],
        [agent("rpc-trouble"), agent("request-to-settlement"), agent("step-in")],
        everyAgentTest,
        ["test/faults/agent-transactions.test.ts"],
      ],
    },
    {
      files: ["agent/marketplace/transaction.ts"],
      tests: [
        [agent("transactions"), agent("sending")],
        [agent("rpc-trouble"), agent("stopping")],
        ["test/faults/agent-transactions.test.ts"],
      ],
    },
    {
      files: ["agent/marketplace/{abi,find-requests,market,operator-call,request-id}.ts"],
      tests: [
        [agent("starting"), agent("operator-call"), agent("sweeping"), agent("signed-flood")],
        [agent("finding-requests"), agent("rpc-trouble"), agent("reorganisation")],
        [agent("step-in"), agent("health")],
        everyAgentTest,
      ],
    },
    {
      files: ["agent/signed/*.ts"],
      tests: [
        [agent("signed-refusals"), agent("signed-requests")],
        [agent("signed-payment"), agent("token-mechs")],
        [agent("signed-flood"), agent("held-back")],
      ],
    },
  ],
};
