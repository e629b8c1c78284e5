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
  /** Makes a call that needs the part, and resolves with the first right answer. */
  probe(): Promise<void>;
}>;

/** The entrances that are used to see whether a part is back. */
export type Probes = Readonly<{ http: KeyedTraffic; x402: Traffic; marketplace: Traffic }>;

/** The faults of a part; the dice choose among equal ones each time. */
export type FaultsOf = (scene: FaultScene, probes: Probes, dice: Dice) => readonly InjectedFault[];
