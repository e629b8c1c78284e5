import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Account, CallRecord } from "../../store.ts";
import { creditsOf, usedBy } from "../ledger.ts";

export type SeenCall = Pick<Tables["calls"], "outcome" | "source" | "credits" | "usedToday">;
export type FoundCall = Readonly<{
  account: Account;
  answer: string | null;
  isOpen: boolean;
  /** Its charge was written down before, by a sending whose call is deleted by now. */
  isCharged: boolean;
  seen: SeenCall | undefined;
}>;

/** All that a beginning depends on, in one statement: a call that is kept meanwhile is open, or answered. */
export function prepareLook({ db }: Dialect) {
  return prepare((given: CallRecord) =>
    db
      .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as("always"))
      .leftJoin("calls as seen", (join) => join.on("seen.id", "=", given.id))
      .select((query) => [
        "seen.id",
        "seen.outcome",
        "seen.source",
        "seen.credits as creditsThen",
        "seen.usedToday as usedThen",
        creditsOf(given.account).as("credits"),
        usedBy(given).as("usedToday"),
        query
          .selectFrom("answers")
          .select("body")
          .where("account", "=", given.account)
          .where("digest", "=", given.digest)
          .where("expiresAtMs", ">", given.atMs)
          .as("answer"),
        query
          .selectFrom("calls as other")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("other.account", "=", given.account)
          .where("other.digest", "=", given.digest)
          .where("other.state", "=", lit("open"))
          .as("isOpen"),
        query
          .selectFrom("entries")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("reason", "=", lit("charge"))
          .where("reference", "=", given.id)
          .as("isCharged"),
      ]),
  );
}

type Looked = Readonly<{
  id: string | null;
  outcome: SeenCall["outcome"];
  source: SeenCall["source"];
  creditsThen: number | null;
  usedThen: number | null;
  credits: number;
  usedToday: number;
  answer: string | null;
  isOpen: number | null;
  isCharged: number | null;
}>;

export function toFound({ id, outcome, source, creditsThen, usedThen, ...row }: Looked): FoundCall {
  const { credits, usedToday, answer, isOpen, isCharged } = row;
  const seen = { outcome, source, credits: creditsThen, usedToday: usedThen };
  return {
    account: { credits, usedToday },
    answer,
    isOpen: isOpen === 1,
    isCharged: isCharged === 1,
    seen: id === null ? undefined : seen,
  };
}
