import { systemClock } from "../../platform/clock.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { readKeyState } from "../service/allowance.ts";
import { keepKey } from "../service/keys.ts";
import { createService, explainRefusal } from "../service/service.ts";
import { UsageError } from "../usage-error.ts";
import { serviceAddress } from "./options/service-address.ts";

const options = {
  help: { type: "boolean", short: "h" },
  url: { type: "string" },
  new: { type: "boolean" },
} as const;

export const login: Command = {
  usage: `assay login --url URL [--new]

Keeps a key for a service in your configuration folder, readable by you alone. The key is asked for without
being shown, or read from a pipe. With --new a free key is created. ASSAY_URL may name the service.
`,

  run: async (args, terminal) => {
    const { values } = readArguments("login", args, options);
    const url = serviceAddress(terminal, values.url);
    const key = values.new ? await createKey(url) : (await terminal.askSecret(`Key for ${url}: `)).trim();
    if (key === "") throw new UsageError("No key was given.");
    const { tier } = await readKeyState(createService(url, key, systemClock));
    const file = keepKey(url, terminal.env, key);
    terminal.err(`The key works (tier ${tier}) and is kept in ${file}.\n`);
    return exitStatus.valid;
  },
};

async function createKey(url: string): Promise<string> {
  const service = createService(url, undefined, systemClock);
  const answer = await service.ask("POST", "/v1/keys", {});
  if (answer.status === 201 && typeof answer.body.api_key === "string") return answer.body.api_key;
  throw new UsageError(explainRefusal(service, answer));
}
