import { afterAll, beforeAll, expect, test } from "vitest";
import { drawCases } from "../../bench/forge/cases.ts";
import { openJudges, type Judges } from "../../bench/forge/judge-cases.ts";
import { readLiars } from "../../bench/forge/liars.ts";
import { readShapes } from "../../bench/forge/shapes.ts";

let judges: Judges;

beforeAll(async () => {
  judges = await openJudges();
});
afterAll(async () => judges[Symbol.asyncDispose]());

test.each([1, 2])(
  "right programs pass, and no wrong or lying one passes unmarked (sample of seed %i; npm run bench -- forge runs all)",
  async (seed) => {
    const liars = readLiars().filter(({ isAlone, isSlow }) => !isAlone && !isSlow);
    const judged = await judges.judgeAll(drawCases(readShapes(), liars, { seed, count: 60 }));
    const broken = judged.flatMap(({ case: { kind, shape, liar }, isBroken }) =>
      isBroken ? [[kind, shape.name, liar]] : [],
    );
    expect(broken).toEqual([]);
  },
);
