import type { Mode } from "../../../engine/job.ts";
import { checksummed } from "../../../parts/chain/contract-name.ts";
import type { ToolChoice } from "./choices.ts";

/** Where a request goes, and what it costs. */
export type Asking = ToolChoice & Readonly<{ chainId: number; marketplace: `0x${string}` }>;

/** A way to ask that can be pasted; undefined where there is none for this chain. */
export type AskCommand = Readonly<{ name: string; language: string; before: string; text: string }>;

/** The package on PyPI that `npm run test:mech-client` tries. */
export const mechClient = "mech-client==0.24.1";

/** How the payment in the chain's own coin is called on chain. */
const nativePayment = "0xba699a34be8fe0e7725e93dcbce1701b0211a8ca61330aaeb8a05bf2ec7abed1";
export const timeoutS = 300;

const programs: Readonly<Record<Mode, Readonly<{ code: string; options?: { examples: string } }>>> = {
  static: { code: 'def double(n: int) -> int:\n    return str(n) + "!"\n' },
  repair: { code: "import os\n\ndef double(n)\n    return n * 2\n" },
  execute: { code: "def double(n):\n    return n * 3\n", options: { examples: "assert double(5) == 10" } },
};

export function writeCommands(asking: Asking): readonly AskCommand[] {
  return [terminal(asking), typescript(asking), solidity(asking)].filter((each) => each !== undefined);
}

/** The marketplaces that the client knows; it takes no other. */
const clientChains: Readonly<Record<number, Readonly<{ name: string; marketplace: string }>>> = {
  10: { name: "optimism", marketplace: "0x46c0d07f55d4f9b5eed2fc9680b5953e5fd7b461" },
  100: { name: "gnosis", marketplace: "0x735faab1c4ec41128c367afb5c3bac73509f70bb" },
  137: { name: "polygon", marketplace: "0x343f2b005cf6d70ba610cd9f1f1927049414b582" },
  8453: { name: "base", marketplace: "0xf24ee42eda0fc9b33b7d41b06ee8ccd2ef7c5020" },
};
const localChain = 31_337;

function terminal({ chainId, marketplace, mech, mode, tool }: Asking): AskCommand | undefined {
  const name = "Terminal";
  const language = "sh";
  if (chainId === localChain)
    return {
      name,
      language,
      before:
        "In the checkout that this service was started from: it asks every tool and prints the verdicts.",
      text: "npm run demo",
    };
  const known = clientChains[chainId];
  if (known?.marketplace !== marketplace.toLowerCase()) return undefined;
  const text = `cat > request.json <<'END'
${JSON.stringify(programs[mode])}
END
mechx --client-mode request --chain-config ${known.name} --key key.txt \\
  --priority-mech ${checksummed(mech)} \\
  --tools ${tool} --prompts "$(cat request.json)"`;
  return {
    name,
    language,
    before: `Needs pip install ${mechClient}, and your wallet's private key in key.txt. It prints the request id, waits and prints the verdict.`,
    text,
  };
}

/** viem's names. */
const viemChains: Readonly<Record<number, string>> = {
  1: "mainnet",
  10: "optimism",
  100: "gnosis",
  137: "polygon",
  8453: "base",
  42_161: "arbitrum",
  42_220: "celo",
};

function typescript({ chainId, marketplace, mech, mode, tool, rateWei }: Asking): AskCommand | undefined {
  const chain = viemChains[chainId];
  if (chain === undefined) return undefined;
  const { code, options } = programs[mode];
  const request = { tool, prompt: code, ...options };
  const text = `import { CID } from "multiformats/cid";
import { createWalletClient, http, parseAbi, publicActions, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ${chain} } from "viem/chains";

const request = ${JSON.stringify(request)};

// The request goes to IPFS. The chain holds its hash.
const form = new FormData();
const content = JSON.stringify({ ...request, nonce: crypto.randomUUID() });
form.append("file", new Blob([content]), "request.json");
const registry = "https://registry.autonolas.tech/api/v0/add?pin=true&cid-version=1&raw-leaves=false";
const added = await (await fetch(registry, { method: "POST", body: form })).json();
const requestData = toHex(CID.parse(added.Hash).multihash.digest);

// You pay the price and name the mech.
const price = ${rateWei}n;
const account = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`);
const wallet = createWalletClient({ account, chain: ${chain}, transport: http() }).extend(publicActions);
const hash = await wallet.writeContract({
  address: "${checksummed(marketplace)}",
  abi: parseAbi([
    "function request(bytes requestData, uint256 maxDeliveryRate, bytes32 paymentType, address priorityMech, uint256 responseTimeout, bytes paymentData) payable returns (bytes32)",
  ]),
  functionName: "request",
  args: [
    requestData,
    price,
    "${nativePayment}",
    "${checksummed(mech)}",
    ${timeoutS}n,
    "0x",
  ],
  value: price,
});
const { blockNumber } = await wallet.waitForTransactionReceipt({ hash });
console.log(\`Asked in block \${blockNumber}: \${hash}\`);`;
  return {
    name: "TypeScript",
    language: "ts",
    before:
      "Save as ask.ts. Needs npm install viem multiformats, Node 24, and PRIVATE_KEY in the environment: node ask.ts. The request shows below; its result is the link to your verdict.",
    text,
  };
}

function solidity({ marketplace, mech, rateWei }: Asking): AskCommand {
  const text = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IMechMarketplace {
    function request(
        bytes memory requestData,
        uint256 maxDeliveryRate,
        bytes32 paymentType,
        address priorityMech,
        uint256 responseTimeout,
        bytes memory paymentData
    ) external payable returns (bytes32 requestId);
}

contract AskAssay {
    IMechMarketplace constant MARKETPLACE = IMechMarketplace(${checksummed(marketplace)});
    address constant MECH = ${checksummed(mech)};
    bytes32 constant NATIVE = ${nativePayment};
    uint256 public constant PRICE = ${rateWei};

    /// @param digest The SHA-256 in the CID of your request on IPFS.
    function ask(bytes32 digest) external payable returns (bytes32 requestId) {
        require(msg.value == PRICE, "send PRICE");
        return MARKETPLACE.request{value: PRICE}(
            abi.encodePacked(digest), PRICE, NATIVE, MECH, ${timeoutS}, ""
        );
    }
}`;
  return {
    name: "From a contract",
    language: "sol",
    before:
      "Deploy it, then call ask with the price. The delivery names the verdict's hash in the mech's Deliver event.",
    text,
  };
}
