import type { z } from "zod";
import { toFieldProblem } from "../../work/field-problem.ts";
import { Fault } from "../../../parts/faults.ts";
import { describeFlaw, memberOf, quotePath, type ExactJson } from "../../../parts/json/exact-json.ts";

/** A body of this shape, or the refusal that says what is wrong with it. It repeats nothing: a body may hold a key. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  place: readonly string[] = [],
): z.infer<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => toFieldProblem(issue, body, place));
  throw new Fault("bad_request", { fields });
}

/**
 * A body of which one member was signed, `response` unless told, and what is beside it. Nothing else may be there: what nobody reads would look as if
 * it were vouched for.
 */
export function readAround<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  body: ExactJson,
  signed = "response",
): Readonly<{ beside: z.infer<z.ZodObject<Shape>>; response: ExactJson }> {
  const beside = readBody(schema, body.value);
  const flaws = body.flaws.filter(({ path }) => path[0] !== signed || path.length === 1);
  const others = Object.keys(body.value as object).filter((name) => !Object.hasOwn(schema.shape, name));
  const fields = [
    ...flaws.map((flaw) => ({ loc: [...flaw.path], msg: describeFlaw(flaw), type: "ambiguous" })),
    ...others.slice(0, 10).map((name) => ({
      loc: ["body"],
      msg: `${quotePath([name])} is not a field of this request.`,
      type: "unrecognized_keys",
    })),
  ];
  if (fields.length > 0) throw new Fault("bad_request", { fields });
  return { beside, response: memberOf(body, signed) };
}
