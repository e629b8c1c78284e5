import { isTypo } from "../names/typos.ts";

/** Whether two names are one name with a slip in either of them; short ones count, where no others are in question. */
export function areNear(a: string, b: string): boolean {
  return isTypo(a, b, 3) || isTypo(b, a, 3);
}
