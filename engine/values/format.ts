import * as kernel from "../kernel/format.ts";

/** Wider results are not worked out. */
export const maxWidth = 1000;

/** `format(value, spec)` for text and whole numbers. */
export function formatPlain(value: string | bigint, spec: string): string | undefined {
  const parts = kernel.readSpec(spec, typeof value === "string");
  // What `n` makes of a number depends on where it runs.
  if (!parts || parts.width > maxWidth || (parts.precision ?? 0) > maxWidth || parts.type === "n")
    return undefined;
  return typeof value === "string" ? kernel.formatText(value, parts) : kernel.formatInt(value, parts);
}
