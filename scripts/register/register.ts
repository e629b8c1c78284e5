import { parseArgs } from "node:util";
import type { Surroundings } from "../command.ts";
import { registerIdentity } from "./identity.ts";
import { publishTools } from "./publish-tools.ts";
import { openSender } from "./sender.ts";
import { readIdentitySettings, readToolSettings } from "./settings.ts";

const usage = `npm run register -- [--tools] [--another] [--dry-run]

Registers the agent in an ERC-8004 identity registry, with BASE_URL/.well-known/agent-registration.json as its file.
With AGENT_ID set, it changes that registration only if its file differs.

  --tools     publishes the list of tools instead, and names it on chain for the service that owns each mech
  --another   registers one more agent although the account has one
  --dry-run   shows what would be sent and what it would cost, and sends nothing

Needs CHAIN_RPC_URL and AGENT_PRIVATE_KEY or AGENT_PRIVATE_KEY_FILE; then IDENTITY_REGISTRY and BASE_URL, or, with
--tools, MARKETPLACE, MECH, SERVICE_METADATA and BASE_URL, and the agent's IPFS settings. With --tools these are optional:
OPERATOR_NAME (who runs the mech; the host of BASE_URL is its proof), TERMS_URL (your terms, https), and PUBLIC_AGENT_URL
with SIGNED_REQUESTS=on (where signed requests are taken).`;

/** The command; gives the code to end with. */
export async function register(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    await registerAsTold(args, around);
    return 0;
  } catch (error) {
    around.complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function registerAsTold(args: readonly string[], { env, say }: Surroundings): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tools: { type: "boolean", default: false },
      another: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    say(usage);
    return;
  }
  const isDry = values["dry-run"];
  if (values.tools) {
    const { account, offer } = readToolSettings(env);
    await publishTools(await openSender({ ...account, isDry, say }), offer);
  } else {
    const { account, identity } = readIdentitySettings(env);
    const sender = await openSender({ ...account, isDry, say });
    await registerIdentity(sender, identity, { another: values.another });
  }
}
