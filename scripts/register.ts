import { register } from "./register/register.ts";

process.exitCode = await register(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
