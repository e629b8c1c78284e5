import { describe, expect, test } from "vitest";
import { openSearchBudget, openWeighingBudget } from "../../../engine/execute/search-budget.ts";

/** A session of ten seconds of which so much is left. */
function sessionWith(leftMs: number) {
  const time = { leftMs };
  return { time, session: { budgetMs: 10_000, leftMs: () => time.leftMs } };
}

describe("the budget of a search", () => {
  test("depends on the caller's time limit, not on the remaining time", () => {
    expect(openSearchBudget(sessionWith(9900).session).lines()).toBe(15_000_000);
    expect(openSearchBudget(sessionWith(4000).session).lines()).toBe(15_000_000);
  });

  test("ends when its lines are used up, and reports that only when candidates remain", () => {
    const budget = openSearchBudget(sessionWith(9900).session);
    budget.spend({ lines: 15_000_000 });
    budget.count(100);
    expect([budget.isOver(), budget.lines()]).toEqual([true, 0]);
    expect(budget.report()).toEqual({ tried: 100, finished: true });
    budget.cutShort();
    expect(budget.report()).toEqual({ tried: 100, finished: false });
  });

  test("ends when too little wall time remains or too much processor time is used", () => {
    const { time, session } = sessionWith(9900);
    const budget = openSearchBudget(session);
    time.leftMs = 3100;
    expect(budget.isOver()).toBe(false);
    time.leftMs = 3000;
    expect(budget.isOver()).toBe(true);
    const weighing = openWeighingBudget(session);
    expect(weighing.isOver()).toBe(false);
    time.leftMs = 1500;
    expect(weighing.isOver()).toBe(true);
    const other = openSearchBudget(sessionWith(9900).session);
    other.spend({ lines: 1, cpuMs: 7500 });
    expect(other.isOver()).toBe(true);
  });

  test("has one second of wall time when nothing is left", () => {
    const budget = openSearchBudget(sessionWith(0).session);
    expect([budget.isOver(), budget.guards().totalMs]).toEqual([false, 1000]);
  });
});
