import type { CallSite } from "../resolve/machine.ts";
import { skeletonOf } from "../resolve/mixed.ts";
import { isFrom, taintOfOne, taints } from "../resolve/taint.ts";
import { onlyItems, type AbstractValue, type PossibleValues } from "../resolve/value.ts";
import { isHarmlessStatement } from "./safe-texts.ts";
import { argument, each, nameOf, receiverOf, type ReportFinding, type Rule } from "./rule.ts";
import { sqlStart } from "./sql-text.ts";

const advice = "write placeholders into the statement and pass the values beside it";
const outside = taints.web | taints.local | taints.network;

function isSql(thing: AbstractValue): boolean {
  const text = skeletonOf(thing);
  return text !== undefined && sqlStart.test(text);
}

/** `select(User).where(User.name == name)`: its values are bound, whatever they are. */
const queryObject = /(?:^|[.:])(?:select|insert|update|delete|exists|query)\(\)|\.objects\./;

/** A statement with something unknown in it, or one that comes from outside as a whole. */
function judgeStatement(site: CallSite, report: ReportFinding, statement: PossibleValues | undefined): void {
  if (statement === undefined) return;
  const built = statement.filter(
    (thing) => thing.kind === "mixed" && isSql(thing) && !isHarmlessStatement(thing),
  );
  const isGiven = statement.some(
    (thing) =>
      (thing.kind === "anything" || (thing.kind === "reference" && !queryObject.test(thing.path))) &&
      (taintOfOne(thing) & (taints.web | taints.network)) !== 0,
  );
  if (built.length > 0) {
    const isOutside = built.some((thing) => (taintOfOne(thing) & outside) !== 0);
    report(
      site.node,
      "error",
      `${nameOf(site)} runs a statement with ${isOutside ? "input from outside" : "values"} written into it, so a value can change the statement; ${advice}.`,
      { confidence: isOutside ? "high" : "medium" },
    );
  } else if (statement.some(isDefinitionOf))
    report(
      site.node,
      "warning",
      `${nameOf(site)} changes a table that its caller names, so a name can change the statement; choose the name from a list.`,
      { confidence: "medium" },
    );
  else if (isGiven && looksLikeDatabase(site))
    report(site.node, "error", `${nameOf(site)} runs a statement that comes from outside; ${advice}.`, {
      confidence: "medium",
    });
}

/** `DROP TABLE …` and the like, with a name that a caller decides. */
function isDefinitionOf(thing: AbstractValue): boolean {
  return (
    thing.kind === "mixed" &&
    /^\s*(?:drop|truncate|alter|create|grant|revoke)\s/i.test(skeletonOf(thing)!) &&
    thing.pieces.some((piece) => typeof piece !== "string" && (piece.taint & taints.parameter) !== 0)
  );
}

function looksLikeDatabase({ path }: CallSite): boolean {
  return (
    /(?:curs|conn|db|database|sql|session|engine|execute|\bcur?\b|transaction)/i.test(receiverOf(path)) &&
    /execute|raw|read_sql/.test(path)
  );
}

/** Text with a value in it that can change its meaning. */
function isBuilt(thing: AbstractValue): boolean {
  return thing.kind === "mixed" && !isHarmlessStatement(thing);
}

/** The texts that Django puts into a statement; those of `select` stand under the names of columns. */
function partsOfExtra(site: CallSite): PossibleValues[] {
  return ["select", "where", "params", "tables", "order_by"].flatMap((name, at) => {
    const given = name === "params" ? undefined : argument(site, at, name);
    const [table] = given ?? [];
    if (table?.kind === "dict") return [...table.entries.values()].map(({ value }) => value);
    return [...(onlyItems(given) ?? [])];
  });
}

/** A clause of a query of SQLAlchemy's that is given as text. */
function judgeClause(site: CallSite, report: ReportFinding): void {
  const isQuery = /(?:^|[.:])(?:query|select|update|delete)(?:\(\)|\.)|^sqlalchemy\b/.test(
    receiverOf(site.path),
  );
  if (isQuery && site.args.some((clause) => clause.some(isBuilt)))
    report(
      site.node,
      isFrom(site.args.flat(), "web", "local", "network") ? "error" : "warning",
      `${nameOf(site)} is given a text with values in it, so a value can change the statement; compare columns with values, or bind them with text(…).bindparams.`,
      { confidence: "medium" },
    );
}

const first = (site: CallSite, report: ReportFinding): void =>
  judgeStatement(site, report, argument(site, 0, "sql", "query", "statement", "operation", "command"));

/** Puts values into the text of a database statement. */
export const sqlInjection: Rule = {
  id: "sql-injection",
  cwe: "CWE-89",
  methods: {
    ...each(
      "execute executemany executescript execute_async raw fetch fetchrow fetchval fetch_all fetch_one fetch_val query sql mogrify scalar scalars exec_driver_sql from_statement prepare iterate execute_sql copy_expert",
      first,
    ),
    ...each("read_sql read_sql_query", first),
    // Of pg8000 and others; `subprocess.run` is given no statement.
    run: (site, report) => {
      if (!/^(?:subprocess|asyncio)\./.test(site.path)) first(site, report);
    },
    extra: (site, report) => {
      if (partsOfExtra(site).some((part) => part.some(isBuilt) || isFrom(part, "web")))
        report(
          site.node,
          "error",
          `${nameOf(site)} puts values into the text of a statement; pass them with params=.`,
          { confidence: "medium" },
        );
    },
    ...each("having filter where order_by group_by", judgeClause),
  },
  calls: {
    ...each("django.db.models.expressions.RawSQL django.db.models.RawSQL RawSQL", (site, report) => {
      const statement = argument(site, 0, "sql");
      if (statement?.some(isBuilt) || isFrom(statement, "web", "parameter"))
        report(
          site.node,
          "error",
          `RawSQL takes values in its second argument, not in its text; ${advice}.`,
          { confidence: "medium" },
        );
    }),
    ...each(
      "sqlalchemy.text sqlalchemy.sql.text sqlalchemy.sql.expression.text sqlmodel.text",
      (site, report) => {
        first(site, report);
        // A part of a statement is enough: `text("name = '" + name + "'")`.
        const part = argument(site, 0, "text") ?? [];
        if (!part.some(isBuilt)) return;
        const isQuoted = part.some((thing) => isBuilt(thing) && /=\s*'\0'?/.test(skeletonOf(thing)!));
        report(
          site.node,
          isQuoted || isFrom(part, "web", "local", "network") ? "error" : "warning",
          `${nameOf(site)} takes values as :name beside its text; ${advice}.`,
          { confidence: "medium" },
        );
      },
    ),
  },
};
