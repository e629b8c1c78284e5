import { setTimeout as wait } from "node:timers/promises";
import type { Hex } from "viem";
import { modeOf, type ToolName } from "../../../../agent/verdicts/tools.ts";
import type { Verdict } from "../../../../engine/verdict.ts";
import { requestWork } from "../../../../scripts/chain/actions.ts";
import { openTestIpfs, plenty } from "../../../support/ipfs-node.ts";
import { until } from "../../../support/until.ts";
import { programOf, type KnownProgram } from "../programs.ts";
import type { FaultScene } from "../scene.ts";
import { tryAgain } from "../try-again.ts";
import type { Traffic } from "./traffic.ts";

const tools: readonly ToolName[] = [
  "python_code_validator",
  "python_code_repair",
  "python_code_validator",
  "python_code_execute",
];
const name = "marketplace";

/** Requests on chain: each is delivered once, and what is published for it is right. */
export async function openMarketplace(scene: FaultScene): Promise<Traffic> {
  const { chain, record, requester } = scene;
  const asked = new Map<Hex, KnownProgram>();
  const deliveries = watchDeliveries(scene);
  let sent = 0;
  /** One account sends one transaction after the other. */
  let sending: Promise<unknown> = Promise.resolve();

  async function send(): Promise<void> {
    const n = sent++;
    const tool = tools[n % tools.length]!;
    const program = programOf(modeOf[tool], `market_${n}`);
    const { code: prompt, options = {} } = program;
    const data = await scene.ipfs.put(JSON.stringify({ prompt, tool, nonce: String(n), ...options }));
    const requesting = sending.then(async () => requestWork(chain, { requester, datas: [data] }));
    sending = requesting.catch(() => undefined);
    const [id] = (await requesting).requestIds;
    asked.set(id!, program);
    while (!(await deliveries.isThere(id!))) await wait(200);
    record.note(name, "right");
  }

  return {
    name,
    share: 1,
    send,
    prove: async () => {
      const journal = async () => tryAgain(async () => scene.store.countEntries());
      const isSettled = async (): Promise<boolean> => {
        const [only, ...more] = await journal();
        return more.length === 0 && (only?.state ?? "settled") === "settled";
      };
      await until(isSettled).catch(() => undefined);
      const problems: string[] = [];
      const entries = await journal();
      const settled = entries.find(({ state }) => state === "settled")?.count ?? 0;
      if (entries.length > 1 || settled !== asked.size)
        problems.push(`${name}: of ${asked.size} requests the journal has ${JSON.stringify(entries)}.`);
      return [...problems, ...(await proveDeliveries(scene, asked))];
    },
  };
}

/** Each was delivered once, was paid for, and its document has the right verdict. */
async function proveDeliveries(scene: FaultScene, asked: ReadonlyMap<Hex, KnownProgram>): Promise<string[]> {
  const { mech, tracker, createdAtBlock } = scene.chain;
  const problems: string[] = [];
  const made = await mech.getEvents.Deliver({}, { fromBlock: createdAtBlock });
  const refused = await mech.getEvents.RevokeRequest({ fromBlock: createdAtBlock });
  if (refused.length > 0) problems.push(`${name}: ${refused.length} deliveries were refused.`);
  const earned = await tracker.read.mapMechBalances([mech.address]);
  const worth = (await mech.read.maxDeliveryRate()) * BigInt(asked.size);
  if (earned !== worth) problems.push(`${name}: earned ${earned} wei for requests worth ${worth}.`);
  await using reader = await openTestIpfs({ apiUrl: scene.ipfs.apiUrl() });
  for (const [id, program] of asked) {
    const own = made.filter(({ args }) => args.requestId === id);
    if (own.length !== 1) {
      problems.push(`${name}: request ${id} was delivered ${own.length} times.`);
      continue;
    }
    const cid = `f01701220${own[0]!.args.data!.slice(2)}`;
    const bytes = await reader.read(cid, [BigInt(id).toString()], plenty());
    const { result } = JSON.parse(new TextDecoder().decode(bytes)) as { result: string };
    const verdict = JSON.parse(result) as Verdict & { error?: string };
    // It says that the code was not run, as it does when the service is unavailable for long.
    const isNotRun = program.mode === "execute" && verdict.error === "engine_unavailable";
    if (isNotRun) scene.record.note(name, { refused: verdict.error! });
    else if (!program.isRight(verdict))
      problems.push(`${name}: a wrong verdict on ${program.code}: ${result}`);
  }
  return problems;
}

/** Reads new blocks only while a caller waits, and each of them once. */
function watchDeliveries({ chain: { clients, mech, createdAtBlock } }: FaultScene) {
  const seen = new Set<Hex>();
  let from = createdAtBlock;
  let reading: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    const head = await clients.public.getBlockNumber({ cacheTime: 0 });
    if (head < from) return;
    for (const { args } of await mech.getEvents.Deliver({}, { fromBlock: from, toBlock: head }))
      seen.add(args.requestId!);
    from = head + 1n;
  }

  return {
    isThere: async (id: Hex): Promise<boolean> => {
      reading ??= readOn().finally(() => (reading = undefined));
      await reading;
      return seen.has(id);
    },
  };
}
