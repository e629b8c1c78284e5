import { store } from "./store/store.ts";

process.exitCode = await store(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
