import { add, mul, sub } from "./arithmetic.ts";
import { bitAnd, bitOr, bitXor, leftShift, rightShift } from "./bits.ts";
import { floorDiv, mod, trueDiv } from "./division.ts";
import { hasMethod, isIntegral, NotImplemented } from "./kinds.ts";
import { collect } from "./iterate.ts";
import { operateInPlace } from "./operate.ts";
import { power } from "./power.ts";
import { repeatItems } from "./repeat.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's `a += b`: a list grows, anything else is replaced. */
export function iadd(a: unknown, b: unknown): Dynamic {
  if (Array.isArray(a)) return extended(a, b);
  const answer = operateInPlace(a, b, "add");
  return answer === NotImplemented ? add(a, b, "+=") : answer;
}

export function extended(list: unknown[], items: unknown): unknown[] {
  for (const item of Array.isArray(items) ? items.slice() : collect(items)) list.push(item);
  return list;
}

export function isub(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "sub");
  return answer === NotImplemented ? sub(a, b, "-=") : answer;
}

export function imul(a: unknown, b: unknown): Dynamic {
  if (Array.isArray(a) && (isIntegral(b) || hasMethod(b, "__index__"))) {
    const items = repeatItems(a, Math.max(0, Number(isIntegral(b) ? b : b.__index__())));
    a.length = 0;
    return extended(a, items);
  }
  const answer = operateInPlace(a, b, "mul");
  return answer === NotImplemented ? mul(a, b, "*=") : answer;
}

export function itrueDiv(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "truediv");
  return answer === NotImplemented ? trueDiv(a, b, "/=") : answer;
}

export function ifloorDiv(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "floordiv");
  return answer === NotImplemented ? floorDiv(a, b, "//=") : answer;
}

export function imod(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "mod");
  return answer === NotImplemented ? mod(a, b, "%=") : answer;
}

export function ipower(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "pow");
  return answer === NotImplemented ? power(a, b, "**=") : answer;
}

export function ileftShift(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "lshift");
  return answer === NotImplemented ? leftShift(a, b, "<<=") : answer;
}

export function irightShift(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "rshift");
  return answer === NotImplemented ? rightShift(a, b, ">>=") : answer;
}

export function ibitAnd(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "and");
  return answer === NotImplemented ? bitAnd(a, b, "&=") : answer;
}

export function ibitOr(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "or");
  return answer === NotImplemented ? bitOr(a, b, "|=") : answer;
}

export function ibitXor(a: unknown, b: unknown): Dynamic {
  const answer = operateInPlace(a, b, "xor");
  return answer === NotImplemented ? bitXor(a, b, "^=") : answer;
}
