import { encodeFunctionData, parseAbi, parseEventLogs, type Hex } from "viem";
import { mechAbi, mechEvents } from "../../agent/marketplace/abi.ts";
import { toolNames, type ToolName } from "../../agent/verdicts/tools.ts";
import { checkDocument } from "../../parts/proof/verdict-signature.ts";
import { waitFor, type DemoStage } from "./stage.ts";

const requestAbi = parseAbi([
  "function request(bytes requestData, uint256 maxDeliveryRate, bytes32 paymentType, address priorityMech, uint256 responseTimeout, bytes paymentData) payable returns (bytes32)",
]);

const programs: Record<ToolName, Readonly<Record<string, unknown>>> = {
  python_code_validator: { prompt: 'def total(xs: list[int]) -> int:\n    return sum(xs) + "1"\n' },
  python_code_repair: {
    prompt:
      "import os\n\ndef load(path)\n    with open(path) as file:\n        return json.load(file)\n\nprint(laod('settings.json'))\n",
  },
  python_code_execute: {
    prompt:
      "def total(xs):\n    result = 0\n    for i in range(1, len(xs)):\n        result += xs[i]\n    return result\n",
    examples: "assert total([1, 2, 3]) == 6\nassert total([]) == 0",
  },
};

/** A requester asks every tool on chain, with payment, and reads each verdict back from IPFS. */
export async function askEachTool(stage: DemoStage): Promise<void> {
  for (const tool of toolNames) await askOnChain(stage, tool);
}

/** Asks one tool on chain, and reads its verdict when it is delivered. */
export async function askOnChain(stage: DemoStage, tool: ToolName): Promise<void> {
  const { product, chain, wallets, ipfs, tell } = stage;
  const content = { tool, ...programs[tool], nonce: crypto.randomUUID() };
  const published = await ipfs.publishFile(
    new TextEncoder().encode(JSON.stringify(content)),
    AbortSignal.timeout(30_000),
  );
  tell(`${tool}: the request is on IPFS as ${published.cid}`);

  const of = { address: product.mech, abi: mechAbi } as const;
  const [rateWei, paymentType] = await Promise.all([
    chain.readContract({ ...of, functionName: "maxDeliveryRate" }),
    chain.readContract({ ...of, functionName: "paymentType" }),
  ]);
  const args = [published.digest, rateWei, paymentType, product.mech, 300n, "0x"] as const;
  const data = encodeFunctionData({ abi: requestAbi, functionName: "request", args });
  const receipt = await chain.send(wallets[0]!, { to: product.marketplace, data, value: rateWei });
  const [asked] = parseEventLogs({ abi: mechEvents, eventName: "Request", logs: receipt.logs });
  if (!asked) throw new Error("The marketplace accepted the request without an event for the mech.");
  tell(`${tool}: asked and paid ${rateWei} wei in ${receipt.transactionHash}`);

  const { digest, tx } = await delivered(stage, asked.args.requestId, receipt.blockNumber);
  tell(`${tool}: delivered in ${tx}`);
  await readVerdict(stage, { tool, id: asked.args.requestId, digest });
}

/** The mech's event is the only proof of a delivery. */
async function delivered(
  { chain, product }: DemoStage,
  id: Hex,
  fromBlock: bigint,
): Promise<{ digest: Hex; tx: Hex }> {
  const events = mechEvents.filter(({ name }) => name === "Deliver");
  return waitFor("The delivery", async () => {
    const logs = await chain.getLogs({ address: product.mech, events, fromBlock });
    const found = logs.find(({ args }) => args.requestId === id);
    return found && { digest: found.args.data!, tx: found.transactionHash };
  });
}

type Told = Readonly<{
  valid: boolean;
  diagnostics: readonly { rule: string }[];
  fixes?: readonly string[];
  fixed_code: string | null;
  fixed_valid: boolean | null;
}>;

async function readVerdict(
  stage: DemoStage,
  { tool, id, digest }: { tool: ToolName; id: Hex; digest: Hex },
): Promise<void> {
  const { ipfs, product, tell } = stage;
  const cid = `f01701220${digest.slice(2)}`;
  const reading = { maxBytes: 10_000_000, signal: AbortSignal.timeout(30_000) };
  const text = new TextDecoder().decode(await ipfs.read(cid, [BigInt(id).toString()], reading));
  const checked = await checkDocument(text);
  if (!checked.ok || !checked.document)
    throw new Error(`The verdict's signature is not valid: ${checked.problems.join(" ")}`);
  const verdict = JSON.parse(checked.document.result) as Told;
  const rules = verdict.diagnostics.map(({ rule }) => rule).join(", ") || "nothing";
  tell(
    `${tool}: read from IPFS, valid ${verdict.valid}, found ${rules}${verdict.fixes?.length ? `, ${verdict.fixes.join("; ")}` : ""}`,
  );
  showRepaired(stage, tool, verdict);
  tell(`${tool}: signed by ${checked.signer}; see ${product.service_url}/ipfs/${cid}/${BigInt(id)}`);
}

/** The two tools that change source were asked about programs they can fix. */
function showRepaired(
  { tell }: DemoStage,
  tool: ToolName,
  { fixed_code: fixed, fixed_valid: isValid }: Told,
): void {
  if (tool === "python_code_validator") return;
  if (fixed === null || isValid !== true)
    throw new Error(`${tool} returned no source that the checkers accept.`);
  tell(`${tool}: the source as it came back:`);
  for (const line of fixed.trimEnd().split("\n")) tell(`    ${line}`);
}
