import { createHash } from "node:crypto";
import type { CommandName } from "../../store.ts";
import { callFunctions, callHelpers } from "./calls.ts";
import { depositFunctions, depositHelpers } from "./deposits.ts";
import type { SqlFunction } from "./function.ts";
import { grantFunctions, grantHelpers } from "./grants.ts";
import { journalFunctions, journalHelpers } from "./journal.ts";
import { keyFunctions } from "./keys.ts";
import { ledgerFunctions, ledgerHelpers } from "./ledger.ts";
import { paymentFunctions, paymentHelpers } from "./payments.ts";
import { shared } from "./shared.ts";
import { taskFunctions, taskHelpers } from "./tasks.ts";
import { treasuryFunctions, treasuryHelpers } from "./treasury.ts";
import { upkeepFunctions } from "./upkeep.ts";

const functions: Readonly<Record<CommandName, SqlFunction>> = {
  ...keyFunctions,
  ...ledgerFunctions,
  ...callFunctions,
  ...journalFunctions,
  ...depositFunctions,
  ...treasuryFunctions,
  ...grantFunctions,
  ...paymentFunctions,
  ...taskFunctions,
  ...upkeepFunctions,
};

export const commandNames = Object.keys(functions) as CommandName[];

const helpers = [
  shared,
  ledgerHelpers,
  callHelpers,
  journalHelpers,
  depositHelpers,
  treasuryHelpers,
  grantHelpers,
  paymentHelpers,
  taskHelpers,
];

/** Every function of this program, as it is created. */
export const functionsSql = [
  ...helpers,
  ...Object.entries(functions).map(([name, body]) => define(name, body)),
].join("\n");

/** Names the functions of one program, so that programs of several versions work side by side, each with its own. */
export const functionsDigest = createHash("sha256").update(functionsSql).digest("hex").slice(0, 12);

function define(name: string, body: SqlFunction): string {
  const [kind, text] = "reads" in body ? ["STABLE", body.reads] : ["VOLATILE", body.writes];
  return `CREATE FUNCTION "${name}"(a jsonb, now_ms bigint) RETURNS jsonb
LANGUAGE plpgsql ${kind} SET search_path FROM CURRENT AS $function$${text}
$function$;`;
}
