import type { Dice } from "../../../support/dice.ts";
import type { FaultScene } from "../scene.ts";
import type { KeyedTraffic } from "../traffic/keyed.ts";
import type { Traffic } from "../traffic/traffic.ts";

/** One thing that goes wrong with one part. */
export type InjectedFault = Readonly<{
  part: string;
  how: "killed" | "frozen" | "slowed";
  strike(): Promise<void> | void;
  end(): Promise<void> | void;
  /** Asks for what the part is needed for, and resolves with the first right answer. */
  probe(): Promise<void>;
}>;

/** The ways in that are asked whether a part is back. */
export type Probes = Readonly<{ http: KeyedTraffic; x402: Traffic; marketplace: Traffic }>;

/** What can go wrong with a part; the dice choose among equal ones each time it is asked for. */
export type FaultsOf = (scene: FaultScene, probes: Probes, dice: Dice) => readonly InjectedFault[];
