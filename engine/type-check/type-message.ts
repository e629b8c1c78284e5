import { z } from "zod";

/** One line of `mypy --output json`. Columns start at 0. */
const TypeMessage = z.object({
  /** Where files are checked together. */
  file: z.string().optional(),
  line: z.int(),
  column: z.int(),
  end_line: z.int().nullish(),
  end_column: z.int().nullish(),
  message: z.string(),
  hint: z.string().nullable(),
  code: z.string().nullable(),
  severity: z.enum(["error", "note"]),
});
export type TypeMessage = z.infer<typeof TypeMessage>;

/** Nothing where the line cannot be read. */
export function readTypeMessage(line: string): TypeMessage[] {
  try {
    return [TypeMessage.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
