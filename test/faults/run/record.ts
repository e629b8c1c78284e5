import { faults } from "../../../parts/faults.ts";

/** The result of one attempt. */
export type Attempt =
  | "right"
  /** A tool did not finish, and the verdict says so; the call is repeated. */
  | "incomplete"
  /** The connection broke, or nothing arrived in time; the call is repeated. */
  | "lost"
  | Readonly<{ refused: string }>;

/** Every answer, and every answer that should not exist. */
export type RunRecord = Readonly<{
  note(traffic: string, attempt: Attempt): void;
  /** A broken guarantee, as a sentence. */
  violate(sentence: string): void;
  violations: readonly string[];
  count(attempt: "right" | "incomplete" | "lost" | "refused"): number;
  /** How often each, by traffic: right, incomplete, lost, and each refusal by its code. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}>;

export function openRecord(): RunRecord {
  const counts = new Map<string, Map<string, number>>();
  const violations: string[] = [];
  return {
    counts,
    violations,
    note: (traffic, attempt) => {
      const name = typeof attempt === "string" ? attempt : attempt.refused;
      const own = counts.get(traffic) ?? new Map<string, number>();
      counts.set(traffic, own.set(name, (own.get(name) ?? 0) + 1));
    },
    violate: (sentence) => void violations.push(sentence),
    count: (attempt) => {
      const isMeant = (name: string): boolean =>
        attempt === "refused" ? Object.hasOwn(faults, name) : name === attempt;
      const all = [...counts.values()].flatMap((own) => [...own]);
      return all.filter(([name]) => isMeant(name)).reduce((sum, [, count]) => sum + count, 0);
    },
  };
}
