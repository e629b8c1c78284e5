import type { Choice } from "../../../../engine/repair/propose.ts";
import { behaviourRepairs } from "../../../../engine/repair/behaviour/index.ts";
import type { Repairing } from "../../../support/repairer.ts";

/** What becomes of a text with only these repairs. */
export async function fixed(repairer: Repairing, id: string, text: string): Promise<string> {
  const own = behaviourRepairs.filter((each) => each.id === id);
  if (own.length !== 1) throw new Error(`there is no repair ${id}`);
  const choice: Choice = { syntax: [], own, lint: () => [] };
  return (await repairer.repair(text, choice)).text;
}
