import { createCommand } from "../command.ts";
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

export const register = createCommand({
  usage,
  options: {
    tools: { type: "boolean", default: false },
    another: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  },
  run: async ({ tools, another, "dry-run": isDry }, _, { env, say, complain }) => {
    try {
      if (tools) {
        const { account, offer } = readToolSettings(env);
        await publishTools(await openSender({ ...account, isDry, say }), offer);
      } else {
        const { account, identity } = readIdentitySettings(env);
        await registerIdentity(await openSender({ ...account, isDry, say }), identity, { another });
      }
      return 0;
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      return 1;
    }
  },
});
