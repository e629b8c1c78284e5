import { isUnfinished } from "../incomplete.ts";
import type { Severity } from "../verdict.ts";
import { countOf, nothing, type Counts } from "./counts.ts";

/** More than anyone reads; a text of one mistake repeated could otherwise be answered with megabytes. */
export const maxListed = 1000;
/** Types in mypy's messages can be as long as the program. */
const maxMessageLength = 2000;

type Listable = Readonly<{ severity: Severity; message: string; rule?: string }>;

const ranks = { error: 1, warning: 2, info: 3 } as const satisfies Record<Severity, number>;

/** When there are too many findings the gravest stay, in the order of the list, and the others are counted. */
export function listWithin<Found extends Listable>(
  found: readonly Found[],
  max: number,
): Readonly<{ listed: readonly Found[]; unlisted: Counts }> {
  if (found.length <= max) return { listed: found.map(shortened), unlisted: nothing };
  const perRank = [0, 0, 0, 0];
  for (const each of found) perRank[rankOf(each)]! += 1;
  // So many of each rank are listed; these are the first of it.
  let room = max;
  const left = perRank.map((count) => {
    const listed = Math.min(count, room);
    room -= listed;
    return listed;
  });
  const [listed, unlisted]: [Found[], Found[]] = [[], []];
  for (const each of found) {
    const rank = rankOf(each);
    if (left[rank]! > 0) listed.push(shortened(each));
    else unlisted.push(each);
    left[rank]! -= 1;
  }
  return { listed, unlisted: countOf(unlisted) };
}

/** That a tool did not finish is never left out. */
function rankOf({ severity, rule = "" }: Listable): number {
  return isUnfinished(rule) ? 0 : ranks[severity];
}

function shortened<Found extends Listable>(found: Found): Found {
  const { message } = found;
  return message.length <= maxMessageLength
    ? found
    : { ...found, message: `${message.slice(0, maxMessageLength).toWellFormed()}…` };
}
