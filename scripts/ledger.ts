import { runCommand } from "./command.ts";
import { ledger } from "./ledger/ledger.ts";

await runCommand(ledger);
