import { createLinter, type Linter } from "../../engine/lint/lint.ts";
import { inspect } from "../../engine/tasks/inspect.ts";
import { credentialSet, laterCredentialSets } from "../quality/credential-set.ts";
import type { LabelledProgram, Peer, QualitySet } from "../quality/labelled.ts";
import { laterSets, securitySets } from "../quality/security-sets.ts";
import { askPeers } from "./quality-peers.ts";
import type { Table } from "./table.ts";

const sets: readonly QualitySet[] = [...securitySets, ...laterSets, credentialSet, ...laterCredentialSets];
const peers: readonly Peer[] = ["ruff S", "bandit", "detect-secrets"];

type Accuses = (program: LabelledProgram) => boolean;

/** How much of each labelled set is found, how much of what is said is right, and how many of the bad are rejected. */
export async function measureQuality(): Promise<Table> {
  const linter = createLinter();
  const rows: string[][] = [];
  for (const set of sets) {
    const accusers = await askPeers(set, linter);
    rows.push([
      set.name,
      `${set.bad.length}, ${set.good.length}`,
      scoreOf(set, ({ code }) => set.isAccused(inspect(linter, code))),
      rejectedOf(set, linter),
      recorded(set.firstRun),
      recorded(set.unseen),
      ...peers.map((peer) => {
        const accuses = accusers.get(peer);
        return accuses ? scoreOf(set, accuses) : "";
      }),
    ]);
  }
  const ours = ["recall / precision", "rejected", "first run", "held out, at first sight"];
  return { head: ["set", "bad, good", ...ours, ...peers], rows };
}

function scoreOf({ bad, good }: QualitySet, accuses: Accuses): string {
  const found = bad.filter(accuses).length;
  const accused = good.filter(accuses).length;
  return written(percent(found, bad.length), percent(found, found + accused));
}

function recorded(score: QualitySet["firstRun"]): string {
  return score ? written(score.recall, score.precision) : "";
}

/** Recall and precision, in percent. */
export function written(recall: number, precision: number): string {
  const shown = (value: number): string => `${value === 100 ? "100" : value.toFixed(1)} %`;
  return `${shown(recall)} / ${shown(precision)}`;
}

function percent(part: number, of: number): number {
  return (100 * part) / Math.max(1, of);
}

function rejectedOf({ bad }: QualitySet, linter: Linter): string {
  const isRejected = ({ code }: LabelledProgram): boolean =>
    inspect(linter, code).security.some(({ severity }) => severity === "error");
  return `${percent(bad.filter(isRejected).length, bad.length).toFixed(1)} %`;
}
