/** Files, and the tests that must notice a change of them: the quick ones first. */
export type Row = Readonly<{ files: readonly string[]; tests: readonly (readonly string[])[] }>;

const entrances = "test/service/entrances";
const storeSuites = [
  "test/service/parts/store/sqlite/sqlite.test.ts",
  "test/service/parts/store/open.test.ts",
];

/** Where a mistake costs money or trust. */
export const areas: Readonly<Record<string, readonly Row[]>> = {
  access: [
    {
      files: ["service/handle.ts", "service/access/{call,quota,identify,judging,recall,read-job,keys}.ts"],
      tests: [["test/service/access"], [`${entrances}/every-entrance.test.ts`, `${entrances}/http.test.ts`]],
    },
    {
      files: ["service/access/housekeeping.ts"],
      tests: [["test/service/access"], ["test/faults/crash.test.ts"]],
    },
    {
      files: ["service/access/card*.ts", "service/parts/card/{reversal,event,session}.ts"],
      tests: [
        [`${entrances}/stripe-webhook.test.ts`, `${entrances}/checkout.test.ts`],
        ["test/service/parts/card"],
      ],
    },
    {
      files: ["service/access/marketplace*.ts"],
      tests: [[`${entrances}/marketplace.test.ts`]],
    },
  ],
  stores: [
    {
      files: ["service/parts/store/sqlite-{calls,owners,accounts,grants,ledger,reversals}.ts"],
      tests: [storeSuites],
    },
    {
      files: ["service/parts/store/sqlite-{payments,deposits,reservations,checkouts,journal,notes}.ts"],
      tests: [storeSuites, ["test/service/parts/store/sqlite/treasury-faults.test.ts"]],
    },
    {
      files: ["service/parts/store/sqlite-{schema,migrations,thread,batch}.ts"],
      tests: [storeSuites, ["test/service/parts/store/sqlite"]],
    },
    {
      files: [
        "service/parts/store/redis{,-grant,-owner,-payment,-deposit,-reservation,-reversal,-journal,-checkout}-scripts.ts",
      ],
      tests: [["test/service/parts/store/redis/redis.test.ts"], ["test/service/parts/store/redis-"]],
    },
  ],
  x402: [
    {
      files: ["service/access/x402/*.ts"],
      tests: [
        [`${entrances}/x402`],
        [`${entrances}/mcp/payment.test.ts`, `${entrances}/a2a/payment.test.ts`],
      ],
    },
    {
      files: ["service/parts/x402/{find-transfer,read-payment,offers,settlement}.ts"],
      tests: [["test/service/parts/x402"], [`${entrances}/x402`]],
    },
  ],
  deposits: [
    {
      files: ["service/parts/deposits/*.ts"],
      tests: [["test/service/parts/deposits"], [`${entrances}/topup.test.ts`]],
    },
    {
      files: ["service/access/{deposit*,topup,native,reservation-view}.ts"],
      tests: [
        [`${entrances}/deposit.test.ts`, `${entrances}/topup.test.ts`],
        ["test/service/access/deposit"],
      ],
    },
  ],
  judge: [
    {
      files: [
        "engine/python/sandbox/{judge,compare,deciding,verdicts,own,encoding,claims,settle,wary,library}.py",
      ],
      tests: [["test/engine/python"]],
    },
    {
      files: ["engine/execute/{check-examples,mismatches,search,choose}.ts"],
      tests: [["test/engine/execute"], ["test/e2e/execute.test.ts", "test/e2e/repair-then-run.test.ts"]],
    },
  ],
  gate: [
    {
      files: ["engine/repair/gate.ts"],
      tests: [["test/service/engine/repair/gate"], ["test/engine/repair/mode.test.ts"]],
    },
    {
      files: ["service/engine/{merge-diagnostics,to-verdict,type-findings}.ts"],
      tests: [
        [
          "merge-diagnostics",
          "to-verdict",
          "fail-closed",
          "lint-severity",
          "types-severity",
          "suppressions",
        ].map((name) => `test/service/engine/${name}.test.ts`),
        ["test/engine/repair/mode.test.ts", `${entrances}/http.test.ts`],
      ],
    },
  ],
  oauth: [
    {
      files: ["service/access/oauth/*.ts", "service/parts/tokens.ts"],
      tests: [
        [
          `${entrances}/oauth`,
          "test/service/access/access-token.test.ts",
          "test/service/parts/tokens.test.ts",
        ],
      ],
    },
  ],
  agent: [
    {
      files: ["agent/steps/*.ts", "agent/{journal,task}.ts"],
      tests: [["test/agent/task.test.ts", "test/agent/request-to-settlement.test.ts"], ["test/agent"]],
    },
    {
      files: ["agent/sending/*.ts", "agent/outbox.ts", "agent/marketplace/*.ts"],
      tests: [["test/agent"], ["test/faults/agent-transactions.test.ts"]],
    },
    { files: ["agent/signed/*.ts"], tests: [["test/agent/signed"]] },
  ],
};
