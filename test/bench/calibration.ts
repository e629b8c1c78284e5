import { share, type Table } from "./table.ts";

/** A fix with what was said of it, and what hidden tests say. */
export type WeighedFix = Readonly<{ confidence: number; isRight: boolean }>;

/** How often fixes are right beside how sure they were said to be, by tenths. */
export function calibrationOf(fixes: readonly WeighedFix[]): Table {
  const tenths = Map.groupBy(fixes, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  return {
    head: ["confidence", "fixes", "said", "right"],
    rows: [...tenths]
      .toSorted(([one], [other]) => one - other)
      .map(([tenth, some]) => [
        `${tenth / 10} – ${(tenth + 1) / 10}`,
        String(some.length),
        share(
          some.reduce((sum, { confidence }) => sum + confidence, 0),
          some.length,
        ),
        share(some.filter(({ isRight }) => isRight).length, some.length),
      ]),
  };
}
