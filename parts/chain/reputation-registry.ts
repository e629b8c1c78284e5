import { encodeFunctionData, formatUnits, getAddress, parseAbi, type Address, type Hex } from "viem";
import { Fault } from "../faults.ts";
import { askChain } from "./chain-fault.ts";
import type { Chain } from "./open-chain.ts";

/** How many ratings there are, and their mean as the registry computes it; null where there are none. */
export type Rating = Readonly<{ count: number; average: number | null }>;

/** What is known of an agent's ratings. */
export type Ratings = Readonly<{
  /** Stars, by those who were served: requesters of the marketplace, payers by x402, who showed the receipt of a paid answer. */
  byRequesters: Rating;
  /** By the same, under other tags, which measure other things: the most used first. */
  otherTags: readonly (Rating & Readonly<{ tag: string }>)[];
  /** By anyone at all; null where the node does not add up so many. */
  byAnyone: Rating | null;
  /** Those who rated and were served, in lower case. */
  requesters: ReadonlySet<string>;
  /** Some of the raters, requesters first, each with its own average. */
  raters: readonly Readonly<{ address: Address; isRequester: boolean; average: number | null }>[];
}>;

/** ERC-8004, as far as it is supported here. */
const registryAbi = parseAbi([
  "function getClients(uint256 agentId) view returns (address[])",
  "function getSummary(uint256 agentId, address[] clientAddresses, string tag1, string tag2) view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)",
  "function readAllFeedback(uint256 agentId, address[] clientAddresses, string tag1, string tag2, bool includeRevoked) view returns (address[] clients, uint64[] feedbackIndexes, int128[] values, uint8[] valueDecimals, string[] tag1s, string[] tag2s, bool[] revokedStatuses)",
]);
const ratingAbi = parseAbi([
  "function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);

type Registry = Readonly<{ address: Address; agentId: number }>;

/** Everyone who has rated the agent. The registry stands at one address on many chains, so the chain is checked. */
export async function readRaters(
  { client, chainId }: Chain,
  { address, agentId }: Registry,
): Promise<readonly Address[]> {
  const [served, raters] = await askChain(
    Promise.all([
      client.getChainId(),
      client.readContract({ address, abi: registryAbi, functionName: "getClients", args: [BigInt(agentId)] }),
    ]),
  );
  if (served === chainId) return raters;
  throw new Fault("chain_unavailable", { message: `The node serves chain ${served}, not chain ${chainId}.` });
}

/** Ratings from 0 to 100 are given under this tag. Others measure something else, and are never added to it. */
const starred = "starred";

/** What these raters say under a tag. Without raters there is no call: the registry would refuse it. */
export async function readRating(
  { client }: Chain,
  { address, agentId }: Registry,
  raters: readonly Address[],
  tag: string = starred,
): Promise<Rating> {
  if (raters.length === 0) return { count: 0, average: null };
  const args = [BigInt(agentId), raters, tag, ""] as const;
  const [count, value, decimals] = await askChain(
    client.readContract({ address, abi: registryAbi, functionName: "getSummary", args }),
  );
  return { count: Number(count), average: count === 0n ? null : Number(formatUnits(value, decimals)) };
}

const maxTags = 10;
/** Longer ones are nothing that could be shown. */
const maxTagLength = 64;

/** What these raters say under other tags than stars, each by itself. The registry has no way to ask for what has no tag. */
export async function readOtherTags(
  chain: Chain,
  registry: Registry,
  raters: readonly Address[],
): Promise<Ratings["otherTags"]> {
  if (raters.length === 0) return [];
  const { client } = chain;
  const { address, agentId } = registry;
  const args = [BigInt(agentId), raters, "", "", false] as const;
  const [, , , , tags] = await askChain(
    client.readContract({ address, abi: registryAbi, functionName: "readAllFeedback", args }),
  );
  const uses = Map.groupBy(
    tags.filter((tag) => tag !== starred && tag !== "" && tag.length <= maxTagLength),
    (tag) => tag,
  );
  const used = [...uses].toSorted(([, a], [, b]) => b.length - a.length).slice(0, maxTags);
  return Promise.all(
    used.map(async ([tag]) => ({ tag, ...(await readRating(chain, registry, raters, tag)) })),
  );
}

/** The call that rates the agent with a file that says why. */
export function encodeRating(
  { address, agentId }: Registry,
  { value, endpoint, uri, hash }: { value: number; endpoint: string; uri: string; hash: Hex },
) {
  const args = [BigInt(agentId), BigInt(value), 0, starred, "", endpoint, uri, hash] as const;
  return {
    to: getAddress(address),
    calldata: encodeFunctionData({ abi: ratingAbi, functionName: "giveFeedback", args }),
  };
}

const noHash: Hex = `0x${"00".repeat(32)}`;
const placeholder = 50;
/** The selector, and the agent's id before it. */
const valueAtByte = 4 + 32;

/** The call that rates the agent. */
export function describeRatingCall({ address, agentId }: Registry, endpoint: string) {
  const args = [BigInt(agentId), BigInt(placeholder), 0, starred, "", endpoint, "", noHash] as const;
  const { inputs, name } = ratingAbi[0];
  return {
    to: getAddress(address),
    function: `${name}(${inputs.map(({ type }) => type).join(",")})`,
    args: inputs.map((input, index) => ({
      name: input.name,
      type: input.type,
      value: typeof args[index] === "bigint" ? Number(args[index]) : args[index],
      ...(input.name === "value" && {
        placeholder: true,
        hint: "Your rating: a whole number from 0 to 100.",
      }),
    })),
    calldata_template: encodeFunctionData({ abi: ratingAbi, functionName: "giveFeedback", args }),
    placeholders: {
      value: {
        at_byte: valueAtByte,
        bytes: 32,
        hint: `It holds ${placeholder}: put your own rating there, from 0 to 100, as a big-endian integer. Leave the rest unchanged.`,
      },
    },
    abi: ratingAbi,
  };
}
