import type { z } from "zod";
import type { FieldProblem } from "../../parts/faults.ts";

/** One thing that zod found wrong, named by its field and cause: "`code` must not be empty." */
export function toFieldProblem(
  issue: z.core.$ZodIssue,
  body: unknown,
  place: readonly string[] = [],
): FieldProblem {
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  const shown = path.map((step) => (typeof step === "number" ? step : quoted(step)));
  const name = path.length > 0 ? `\`${shown.join(".")}\`` : "The body";
  const isMissing = issue.code === "invalid_type" && valueAt(body, path) === undefined;
  const msg = isMissing
    ? `${name} is missing. Add it (${kindOf(issue.expected)}).`
    : `${name} ${causeOf(issue)}.`;
  return { loc: [...place, ...shown], msg, type: issue.code };
}

const maxQuoted = 250;

/** A caller's own name for something, so that it can be shown anywhere: nothing in it is invisible or moves other text. */
function quoted(name: string): string {
  const plain = Array.from(name, (character) =>
    /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u.test(character)
      ? `\\u{${character.codePointAt(0)!.toString(16)}}`
      : character,
  );
  return plain.length <= maxQuoted ? plain.join("") : `${plain.slice(0, maxQuoted).join("")}…`;
}

function causeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kindOf(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values
        .map(String)
        .join(", ")
        .replace(/, (?=[^,]*$)/, " or ")}`;
    case "too_small": {
      if (issue.origin === "string")
        return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`;
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : `must be at least ${issue.minimum}`;
    }
    case "too_big": {
      const counted = { string: " characters", array: " items" }[issue.origin as string] ?? "";
      return `must ${counted === "" ? "be" : "have"} at most ${issue.maximum}${counted}`;
    }
    default:
      // Our own checks say "must be …"; a sentence of zod's gets the same beginning.
      return issue.message.startsWith("must") ? issue.message : `is not valid: ${issue.message}`;
  }
}

function kindOf(expected: string): string {
  return (
    {
      string: "a string",
      int: "an integer",
      boolean: "true or false",
      object: "a JSON object",
      record: "a JSON object",
      array: "a list",
    }[expected] ?? `a ${expected}`
  );
}

export function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? value[step as never]
        : undefined,
    body,
  );
}
