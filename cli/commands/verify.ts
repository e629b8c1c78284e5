import type { Command } from "../command.ts";
import { verify as verifyPublished, verifyUsage } from "../verify/verify.ts";

export const verify: Command = {
  usage: `${verifyUsage}\n`,
  run: async (args, { env, out, err }) =>
    verifyPublished(args, {
      env,
      say: (text) => out(`${text}\n`),
      complain: (text) => err(`assay: ${text}\n`),
    }),
};
