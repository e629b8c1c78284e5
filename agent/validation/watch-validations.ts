import { parseEventLogs, type Log as ChainLog } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { scanLogs } from "../../parts/chain/scan-logs.ts";
import { validationEvents, type ValidationRegistry } from "../marketplace/validation-registry.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../state/wake.ts";
import { recordValidation, type ValidationRequest } from "./record-validation.ts";
import { findValidator } from "../marketplace/validators.ts";

/** The newest blocks are read several times: refused validations are remembered, so that each is counted once. */
const maxRefused = 10_000;

type Where = Readonly<{ startBlock: bigint; wake: Wake }>;

/** Records validations that are requested from us by agents that we serve. */
export function createValidationWatch(parts: AgentParts): (where: Where) => Promise<void> {
  const { market, store, config, log, stopping, validation } = parts;
  const refused = new Set<string>();
  const count = parts.metrics.counter(
    "assay_agent_validations_total",
    "Validations asked of the agent: served, or not allowed by VALIDATION_ALLOW.",
    "outcome",
  );
  const look = async (registry: ValidationRegistry, asked: ValidationRequest, wake: Wake): Promise<void> => {
    const place = `${asked.tx}:${asked.logIndex}`;
    if (refused.has(place)) return;
    const outcome = await recordValidation(parts, registry, asked);
    if (outcome === "known") return;
    count(outcome);
    if (outcome === "served") return wake.wake();
    if (refused.size >= maxRefused) refused.clear();
    refused.add(place);
  };
  const scan = async (registry: ValidationRegistry, { startBlock, wake }: Where): Promise<bigint> =>
    scanLogs(
      { client: market.client, store, signal: stopping },
      {
        name: `cursor:${market.book}:validation:${registry.address}`,
        address: registry.address,
        events: validationEvents.filter(({ name }) => name === "ValidationRequest"),
        startBlock,
        confirmations: config.AGENT_CONFIRMATIONS,
        onLogs: async (logs) => {
          for (const asked of requestsForUs(parts, logs)) await look(registry, asked, wake);
        },
      },
    );
  return async (where) => {
    try {
      if (validation) await scan(validation, where);
    } catch (error) {
      // A failure here must not stop the agent from serving paid requests.
      if (!stopping.aborted)
        log.warn("watching for validations failed; retrying", { error: reasonOf(error) });
    }
  };
}

function requestsForUs(parts: AgentParts, logs: readonly ChainLog[]): readonly ValidationRequest[] {
  return parseEventLogs({ abi: validationEvents, eventName: "ValidationRequest", logs: [...logs] })
    .map(({ args, blockNumber, logIndex, transactionHash }) => ({
      validator: args.validatorAddress,
      agentId: args.agentId,
      uri: args.requestURI,
      hash: args.requestHash,
      block: blockNumber!,
      logIndex: logIndex!,
      tx: transactionHash!,
    }))
    .filter(({ validator }) => findValidator(parts, validator) !== undefined);
}
