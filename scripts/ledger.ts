import { ledger } from "./ledger/ledger.ts";

process.exitCode = await ledger(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
