import type { Node } from "../tree/nodes.ts";
import type { Proposal } from "./candidate.ts";
import { became, type Context } from "./context.ts";

/** Another text at every place a name stands. */
export function rename(context: Context, places: readonly Node[], text: string, detail: number): Proposal {
  const splices = places.map(({ start, end }) => ({ start, end, text }));
  return context.edit(places[0]!, splices, detail, became(context.text(places[0]!), text));
}
