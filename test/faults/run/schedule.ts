import { createDice, type Dice } from "../../support/dice.ts";
import { agentFaults } from "./faults/agent.ts";
import { facilitatorFaults } from "./faults/facilitator.ts";
import type { InjectedFault, Probes } from "./faults/fault.ts";
import { ipfsFaults } from "./faults/ipfs.ts";
import { limitsFaults } from "./faults/limits.ts";
import { replicaFaults } from "./faults/replica.ts";
import { rpcFaults } from "./faults/rpc.ts";
import { sandboxFaults } from "./faults/sandbox.ts";
import { storeFaults } from "./faults/store.ts";
import { typeCheckerFaults } from "./faults/type-checkers.ts";
import type { FaultScene } from "./scene.ts";

/** A fault, how long it lasts, and how long everything works before it. */
export type PlannedFault = Readonly<{ fault: InjectedFault; lastsMs: number; quietMs: number }>;

const parts = [
  storeFaults,
  limitsFaults,
  sandboxFaults,
  typeCheckerFaults,
  rpcFaults,
  ipfsFaults,
  facilitatorFaults,
  replicaFaults,
  agentFaults,
];

/** Every fault once in a random order, then again in another: the same for the same seed. */
export function* planFaults(
  scene: FaultScene,
  probes: Probes,
  { seed, maxMs }: { seed: number; maxMs: number },
): Generator<PlannedFault> {
  const dice = createDice(seed);
  for (;;) {
    for (const fault of shuffled(
      parts.flatMap((faultsOf) => faultsOf(scene, probes, dice)),
      dice,
    ))
      yield { fault, lastsMs: maxMs / 2 + dice.below(maxMs / 2), quietMs: dice.below(maxMs / 2) };
  }
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const left = [...items];
  return items.map(() => left.splice(dice.below(left.length), 1)[0]!);
}
