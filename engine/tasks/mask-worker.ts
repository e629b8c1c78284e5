import { doTasks } from "../../platform/threads/thread-tasks.ts";
import { maskCredentials } from "../credentials/mask.ts";

/** One text, in this thread; undefined when it cannot be masked. */
doTasks<string, string | undefined>(maskCredentials);
