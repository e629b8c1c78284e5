import { beforeAll, expect, test } from "vitest";
import { askLetters, caseChanges, changeCase, letterQuestions } from "../../../engine/values/letters.ts";
import type { Concrete } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomText } from "../../support/values/random.ts";

beforeAll(requireDocker);

const dice = createDice(67);
const str = (value: string): Concrete => ({ kind: "str", value });
const quoted = (value: string): string => written(str(value));
const many = (one: () => readonly Claim[]): Claim[] => Array.from({ length: 400 }, one).flat();

test("letters change and are asked about as in CPython, or not at all", async () => {
  const claims = many(() => {
    const value =
      dice.below(2) === 0 ? randomText(dice, 3) : dice.pick(["aB c", "Ab Cd", "12", "ab", "AB1", "_a9", " "]);
    return [
      ...caseChanges.map((name): Claim => {
        const changed = changeCase(name, value, "str");
        return {
          expression: `${quoted(value)}.${name}()`,
          outcome: changed === undefined ? undefined : str(changed),
        };
      }),
      ...letterQuestions.map((name): Claim => {
        const answer = askLetters(name, value, "str");
        return {
          expression: `${quoted(value)}.${name}()`,
          outcome: answer === undefined ? undefined : { kind: "bool", value: answer },
        };
      }),
    ];
  });
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(3000);
});
