import { relative } from "node:path";
import { formatEther } from "viem";
import type { Agent } from "../agent/start.ts";
import type { Service } from "../service/serve.ts";
import type { LocalChain } from "./chain/local-chain.ts";

type Running = Readonly<{ chain: LocalChain; service: Service; agent: Agent; key: string; credits: number }>;

/** What `npm start` prints when everything is up. */
export function whatToTry({ chain, service, agent, key, credits }: Running): string {
  const { url, parts } = service;
  const sandbox =
    parts.engine.status().sandbox === "ok"
      ? "ready"
      : "off: no Docker engine answers, so mode execute is refused";
  const headers = `-H "Authorization: Bearer $ASSAY_API_KEY" -H "content-type: application/json"`;
  return `
Assay is running.

  service      ${url}
  docs         ${url}/docs
  marketplace  ${url}/marketplace
  sandbox      ${sandbox}
  demo key     ${key}   (${credits} credits)

  chain        ${chain.url}   (chain id ${chain.chainId}, in memory, until this process ends)
  contracts    marketplace ${chain.marketplace.address}
               mech        ${chain.mech.address}
               reputation  ${chain.reputation.address}
               token       ${chain.payments.token.address}   (x402, paid to ${chain.payments.payee.address})
  agent        ${agent.url}/healthz   signs as ${agent.parts.account.address}
  IPFS         ${agent.parts.ipfs.addresses()[0] ?? "none"}
  requester    ${chain.users[0]!.address}   (holds ${formatEther(10_000n * 10n ** 18n)} of the chain's currency)

Try:

  npm run demo        # in another terminal: plays a requester, a rater, a collected payment and two payers
  export ASSAY_API_KEY=${key}
  curl ${url}/v1/validate ${headers} \\
    -d '{"code": "def total(xs: list[int]) -> int:\\n    return sum(xs) + \\"1\\"\\n"}'
  curl ${url}/v1/validate ${headers} \\
    -d '{"mode": "repair", "code": "def area(r)\\n    return math.pi * r ** 2\\n", "options": {"transpile_to": "javascript"}}'
  curl ${url}/v1/validate ${headers} \\
    -d '{"mode": "execute", "code": "def total(xs):\\n    result = 0\\n    for i in range(1, len(xs)):\\n        result += xs[i]\\n    return result\\n", "options": {"examples": "assert total([1, 2, 3]) == 6\\nassert total([]) == 0"}}'
  curl ${url}/v1/keys/self -H "Authorization: Bearer $ASSAY_API_KEY"
  curl -X POST ${url}/v1/keys
  ${payPerCall(chain, url)}

Stop with Ctrl-C. The next start takes a few seconds.

Open this in a browser; it is the playground, with the demo key:

  ${playgroundOf(url)}/#key=${key}
`;
}

/** A browser calls every address of this machine by this name. */
function playgroundOf(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:");
}

/** A wallet without a key pays for one call by x402. */
function payPerCall({ chainId, payments, users }: LocalChain, url: string): string {
  const wallet = `PAYER_PRIVATE_KEY=${users[2]!.privateKey} PAYER_TOKEN=eip155:${chainId}/${payments.token.address}`;
  return `echo 'print(total)' | ${wallet} \\
    ${nodeToType()} deploy/clients/x402/pay-per-call.ts ${url} static -`;
}

/** The machine's own Node may be too old for TypeScript; the set-up then brought one. */
function nodeToType(): string {
  const path = relative(process.cwd(), process.execPath);
  return path.startsWith("..") ? "node" : path;
}
