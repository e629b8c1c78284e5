import { deployDeposits } from "./deposits/deploy.ts";

process.exitCode = await deployDeposits(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
