import { beforeAll, describe, expect, test } from "vitest";
import { createLinter } from "../../../engine/lint/lint.ts";
import { readSoundPrograms } from "../../quality/sound-programs.ts";
import { borrowRepairer, remembering, type Repairing } from "../../support/repairer.ts";
import { mutate, slipNames } from "./mutations.ts";

const linter = createLinter();
const programs = readSoundPrograms();

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

describe.each(programs)("$title", ({ code }) => {
  test("is unchanged with every kind of line end", async () => {
    for (const text of [code, code.replaceAll("\n", "\r\n"), code.trimEnd()]) {
      const { text: after, fixes } = await repairer.repair(text);
      expect({ after, fixes }).toEqual({ after: text, fixes: [] });
    }
  });
});

/** How the same program may be saved. */
const savings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\ufeff${text}`,
];

/** Each slip in some of the programs, saved in each way. */
const slipped = slipNames.flatMap((slip, n) =>
  savings.flatMap((save, time) => {
    const { title, code } = programs[(n * 5 + time * 7) % programs.length]!;
    const broken = mutate(linter, code, slip, n * 31 + time);
    return broken === undefined || broken === code ? [] : [{ slip, title, broken: save(broken) }];
  }),
);

describe.each(slipped)("$slip in $title", ({ broken }) => {
  test("is fixed or unchanged, stays so, and gets no security finding", async () => {
    const { repair } = remembering(repairer);
    const { text, fixes, findings } = await repair(broken);
    expect(text === broken || linter.parses(text)).toBe(true);
    expect(fixes.length > 0).toBe(text !== broken);
    expect(findings.security).toEqual([]);
    const again = await repair(text);
    expect({ text: again.text, fixes: again.fixes }).toEqual({ text, fixes: [] });
    expect(text.startsWith("\ufeff")).toBe(broken.startsWith("\ufeff"));
    expect(new Set(text.match(/\r\n|\n/g))).toEqual(new Set(broken.match(/\r\n|\n/g)));
  });
});
