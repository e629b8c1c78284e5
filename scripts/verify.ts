import { verify } from "../cli/verify/verify.ts";

process.exitCode = await verify(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
