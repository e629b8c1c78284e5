import { readFileSync } from "node:fs";

export const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");

/** The sample, distinct in most of its lines, so that nothing of it can be remembered from another. */
export function distinctProgram(name: string): string {
  return sample.replaceAll("Order", `Order${name}`).replaceAll("order_id", `order_id_${name}`);
}
