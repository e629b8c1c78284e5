import { runCommand } from "./command.ts";
import { store } from "./store/store.ts";

await runCommand(store);
