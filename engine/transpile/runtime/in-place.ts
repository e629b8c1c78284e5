import { add, mul, sub } from "./arithmetic.ts";
import { bitAnd, bitOr, bitXor, leftShift, rightShift } from "./bits.ts";
import { floorDiv, mod, trueDiv } from "./division.ts";
import { hasMethod, isIntegral, NotImplemented } from "./kinds.ts";
import { collect } from "./iterate.ts";
import { operateInPlace } from "./operate.ts";
import { power } from "./power.ts";
import { repeatChecked } from "./repeat.ts";
import type { Dynamic } from "./tuple.ts";

/** What an object makes of it itself, or else what the operator does. */
function inPlace(
  a: unknown,
  b: unknown,
  name: string,
  operator: (a: unknown, b: unknown, sign: string) => Dynamic,
  sign: string,
): Dynamic {
  const answer = operateInPlace(a, b, name);
  return answer === NotImplemented ? operator(a, b, sign) : answer;
}

/** Python's `a += b`: a list grows, anything else is replaced. */
export function iadd(a: unknown, b: unknown): Dynamic {
  if (Array.isArray(a)) return extended(a, b);
  return inPlace(a, b, "add", add, "+=");
}

export function extended(list: unknown[], items: unknown): unknown[] {
  for (const item of Array.isArray(items) ? items.slice() : collect(items)) list.push(item);
  return list;
}

export function isub(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "sub", sub, "-=");
}

export function imul(a: unknown, b: unknown): Dynamic {
  if (Array.isArray(a) && (isIntegral(b) || hasMethod(b, "__index__"))) {
    const items = repeatChecked(a, Math.max(0, Number(isIntegral(b) ? b : b.__index__())));
    a.length = 0;
    return extended(a, items);
  }
  return inPlace(a, b, "mul", mul, "*=");
}

export function itrueDiv(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "truediv", trueDiv, "/=");
}

export function ifloorDiv(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "floordiv", floorDiv, "//=");
}

export function imod(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "mod", mod, "%=");
}

export function ipower(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "pow", power, "**=");
}

export function ileftShift(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "lshift", leftShift, "<<=");
}

export function irightShift(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "rshift", rightShift, ">>=");
}

export function ibitAnd(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "and", bitAnd, "&=");
}

export function ibitOr(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "or", bitOr, "|=");
}

export function ibitXor(a: unknown, b: unknown): Dynamic {
  return inPlace(a, b, "xor", bitXor, "^=");
}
