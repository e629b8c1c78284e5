import type { Compilable, CompiledQuery, Kysely, RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";
import type {
  GivenValues,
  StatementPlace,
  CompiledStatement,
  CommandStep,
  CommandSteps,
  StatementAnswer,
} from "./step.ts";

type Asking<Values, Row> = Readonly<{
  first(values: Values): CommandSteps<Row | undefined>;
  all(values: Values): CommandSteps<readonly Row[]>;
  /** How many rows it changed. */
  count(values: Values): CommandSteps<number>;
}>;

/** A statement with the ways to run it. */
export type Prepared<Values, Row> = Asking<Values, Row> &
  Readonly<{
    statement: CompiledStatement;
    /** The same, where nothing is done after it: then its answer is not waited for before the command ends. */
    last: Asking<Values, Row>;
    send(values: Values): CommandSteps<void>;
  }>;

/** Compiles a query once. What it is written with stands for the values that it will be given under those names. */
export function prepare<Values extends object, Row>(
  write: (given: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const given = new Proxy({}, { get: (_, name) => ({ given: String(name) }) }) as Values;
  const statement = toStatement(write(given).compile());
  return {
    statement,
    ...asking<Values, Row>(statement, false),
    last: asking<Values, Row>(statement, true),
    *send(values) {
      yield { does: "send", statement, given: values as GivenValues };
    },
  };
}

/** What is written under the names that it is given by. */
export function pick<Values extends object, Name extends keyof Values & string>(
  given: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Pick<Values, Name>;
}

/** A statement written as text, for what the builder has no words for. */
export function toQuery<Row>(db: Kysely<Tables>, text: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => text.compile(db) };
}

function asking<Values extends object, Row>(
  statement: CompiledStatement,
  isLast: boolean,
): Asking<Values, Row> {
  const ask = (values: Values): CommandStep => ({
    does: "ask",
    statement,
    given: values as GivenValues,
    isLast,
  });
  function* all(values: Values): CommandSteps<readonly Row[]> {
    const told: StatementAnswer = yield ask(values);
    return told.rows as readonly Row[];
  }
  return {
    all,
    *first(values) {
      return (yield* all(values))[0];
    },
    *count(values) {
      const told: StatementAnswer = yield ask(values);
      return told.changes;
    },
  };
}

let statements = 0;

function toStatement({ sql, parameters }: CompiledQuery): CompiledStatement {
  statements += 1;
  const [verb] = sql.split(" ", 1);
  const places = parameters.map((value) => toPlace(value, sql));
  return {
    name: `${verb}_${statements}`,
    ...(sql.includes("$1") ? sendOnce(sql, places) : { text: sql, places }),
  };
}

/** Where places are numbered, what is meant twice is sent once. */
function sendOnce(
  text: string,
  places: readonly StatementPlace[],
): Pick<CompiledStatement, "text" | "places"> {
  const names = places.map((place) => JSON.stringify(place));
  const once = [...new Set(names)];
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${once.indexOf(names[Number(number) - 1]!) + 1}`),
    places: once.map((name) => JSON.parse(name) as StatementPlace),
  };
}

/** A constant that is bound hides from the database that it fits an index of some rows. */
function toPlace(value: unknown, sql: string): StatementPlace {
  if (typeof value === "object" && value !== null && ("given" in value || "ofRun" in value))
    return value as StatementPlace;
  throw new Error(`Write the constant ${String(value)} with lit: ${sql}`);
}

/** The values of a statement's places, in their order. */
export function valuesOf(
  { places }: CompiledStatement,
  given: GivenValues,
  ofRun: Readonly<Record<"store time" | "sending", unknown>>,
): unknown[] {
  return places.map((place) => ("given" in place ? (given[place.given] ?? null) : ofRun[place.ofRun]));
}
