import { parseEventLogs, type Log as ChainLog } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { scanLogs } from "../../parts/chain/scan-logs.ts";
import { validationEvents, type ValidationRegistry } from "../marketplace/validation-registry.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../state/wake.ts";
import { noteDownValidation, type AskedValidation } from "./record-validation.ts";
import { findValidator } from "../marketplace/validators.ts";

/** The newest blocks are read again and again: what is not served is remembered, so that it is counted once. */
const maxTurnedAway = 10_000;

type Where = Readonly<{ startBlock: bigint; wake: Wake }>;

/** Notes down the validations that are asked of us by whom we serve. */
export function createValidationWatch(parts: AgentParts): (where: Where) => Promise<void> {
  const { market, store, config, log, stopping, validation } = parts;
  const turnedAway = new Set<string>();
  const count = parts.metrics.counter(
    "assay_agent_validations_total",
    "Validations asked of the agent: served, or not allowed by VALIDATION_ALLOW.",
    "outcome",
  );
  const look = async (registry: ValidationRegistry, asked: AskedValidation, wake: Wake): Promise<void> => {
    const place = `${asked.tx}:${asked.logIndex}`;
    if (turnedAway.has(place)) return;
    const outcome = await noteDownValidation(parts, registry, asked);
    if (outcome === "known") return;
    count(outcome);
    if (outcome === "served") return wake.wake();
    if (turnedAway.size >= maxTurnedAway) turnedAway.clear();
    turnedAway.add(place);
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
          for (const asked of askedOfUs(parts, logs)) await look(registry, asked, wake);
        },
      },
    );
  return async (where) => {
    try {
      if (validation) await scan(validation, where);
    } catch (error) {
      // It must not keep the agent from the requests that are paid for.
      if (!stopping.aborted)
        log.warn("watching for validations failed; retrying", { error: reasonOf(error) });
    }
  };
}

function askedOfUs(parts: AgentParts, logs: readonly ChainLog[]): readonly AskedValidation[] {
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
