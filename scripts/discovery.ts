import { discovery } from "./discovery/discovery.ts";

process.exitCode = await discovery(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
