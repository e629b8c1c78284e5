import type { z } from "zod";
import { toFieldProblem } from "../access/field-problem.ts";
import { Fault } from "../faults.ts";

/** A body of this shape, or the refusal that says what is wrong with it. It repeats nothing: a body may hold a key. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => toFieldProblem(issue, body));
  throw new Fault("bad_request", { fields });
}
