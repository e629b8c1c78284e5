import { isSlip } from "../names/slips.ts";

/** Whether two names are one name with a slip in either of them; short ones count, where no others are in question. */
export function areNear(a: string, b: string): boolean {
  return isSlip(a, b, 3) || isSlip(b, a, 3);
}
