import type { Node } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import { became, type CandidateContext } from "./context.ts";

/** Another text at every place a name stands. */
export function rename(
  context: CandidateContext,
  places: readonly Node[],
  text: string,
  detail: number,
): EditProposal {
  const splices = places.map(({ start, end }) => ({ start, end, text }));
  return context.edit(places[0]!, splices, detail, became(context.text(places[0]!), text));
}
