import { verify } from "../cli/verify/verify.ts";
import { runCommand } from "./command.ts";

await runCommand(verify);
