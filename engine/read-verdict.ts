import { z } from "zod";
import { Verdict, type ReadVerdict } from "./verdict.ts";

/**
 * Reads an answer of any version, older or newer. Fields that are missing get their defaults, and unknown fields are kept.
 * Undefined where it is no verdict: it lacks what every version has, or a field has another type.
 */
export function readVerdict(answer: unknown): ReadVerdict | undefined {
  return LooseVerdict.safeParse(answer).data as ReadVerdict | undefined;
}

const LooseVerdict = loosen(Verdict);

/** Only which fields there are, and their types. What a text or a number may be is for the version that wrote it to say. */
function loosen(type: z.core.SomeType): z.ZodType {
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(([name, field]) => [name, loosen(field)]);
    return z.looseObject(Object.fromEntries(fields));
  }
  if (type instanceof z.ZodArray) return z.array(loosen(type.element));
  if (type instanceof z.ZodRecord) return z.record(z.string(), loosen(type.valueType));
  if (type instanceof z.ZodNullable) return loosen(type.unwrap()).nullable();
  if (type instanceof z.ZodOptional) return loosen(type.unwrap()).optional();
  if (type instanceof z.ZodDefault) return loosen(type.unwrap()).default(type.def.defaultValue);
  if (type instanceof z.ZodString || type instanceof z.ZodEnum) return z.string();
  if (type instanceof z.ZodNumber) return z.number();
  if (type instanceof z.ZodBoolean || type instanceof z.ZodLiteral) return type;
  throw new Error(`readVerdict does not know how to read ${type._zod.def.type} yet: add it to loosen.`);
}
