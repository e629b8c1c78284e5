import { runCommand } from "./command.ts";
import { register } from "./register/register.ts";

await runCommand(register);
