import { systemClock } from "../../platform/clock.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { countOf } from "../finding.ts";
import { readKeyState } from "../service/allowance.ts";
import { findKey } from "../service/keys.ts";
import { createService } from "../service/service.ts";
import { serviceAddress } from "./options/service-address.ts";

const options = {
  help: { type: "boolean", short: "h" },
  url: { type: "string" },
  json: { type: "boolean" },
} as const;

export const credits: Command = {
  usage: `assay credits --url URL [--json]

Prints what the key of a service has left. ASSAY_URL may name the service.
`,

  run: async (args, terminal) => {
    const { values } = readArguments("credits", args, options);
    const url = serviceAddress(terminal, values.url);
    const state = await readKeyState(createService(url, findKey(url, terminal.env), systemClock));
    const { tier, credits: left, calls_remaining: calls, reset_at: reset, modes } = state;
    const free = `${countOf(calls, "free check")} left today (more at ${reset})`;
    const told = `${countOf(left, "credit")}, ${free}. Tier ${tier}: ${modes.join(", ")}.`;
    terminal.out(`${values.json ? JSON.stringify(state, undefined, 2) : told}\n`);
    return exitStatus.valid;
  },
};
