import type { Operator } from "../tree/nodes.ts";

/** What an operator makes of two whole numbers; a quotient is a float. Undefined where Python raises, or to be on the safe side. */
export function ofIntegers(op: Operator, a: bigint, b: bigint): bigint | number | undefined {
  switch (op) {
    case "Add":
      return a + b;
    case "Sub":
      return a - b;
    case "Mult":
      return a * b;
    case "FloorDiv":
      return b === 0n ? undefined : floorDivision(a, b);
    case "Mod":
      return b === 0n ? undefined : a - b * floorDivision(a, b);
    case "Div":
      return b !== 0n && isExact(a) && isExact(b) ? Number(a) / Number(b) : undefined;
    case "Pow":
      return power(a, b);
    case "LShift":
      return b >= 0n && b <= maxShift ? a << b : undefined;
    case "RShift":
      return b >= 0n && b <= maxShift ? a >> b : undefined;
    case "BitOr":
      return a | b;
    case "BitXor":
      return a ^ b;
    case "BitAnd":
      return a & b;
    case "MatMult":
      return undefined;
  }
}

const maxShift = 4096n;

function floorDivision(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function power(a: bigint, b: bigint): bigint | undefined {
  if (b < 0n) return undefined;
  const bits = BigInt(a.toString(2).length);
  return b * bits > maxShift && bits > 1n ? undefined : b > maxShift ? undefined : a ** b;
}

/** Whether a whole number is the same as a float. */
function isExact(value: bigint): boolean {
  return value >= -(2n ** 53n) && value <= 2n ** 53n;
}

/** What an operator makes of two numbers of which one is a float. Powers are left out: libraries round them differently. */
export function ofFloats(op: Operator, left: bigint | number, right: bigint | number): number | undefined {
  if ([left, right].some((side) => typeof side === "bigint" && !isExact(side))) return undefined;
  const [a, b] = [Number(left), Number(right)];
  if (op === "Add") return a + b;
  if (op === "Sub") return a - b;
  if (op === "Mult") return a * b;
  if (b === 0) return undefined;
  if (op === "Div") return a / b;
  if (op === "Mod") return remainder(a, b);
  return op === "FloorDiv" ? floorQuotient(a, b) : undefined;
}

/** The remainder has the sign of the divisor. */
function remainder(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 === b < 0 ? rest : rest + b;
}

function floorQuotient(a: number, b: number): number {
  const quotient = (a - remainder(a, b)) / b;
  if (quotient === 0) return a / b < 0 ? -0 : 0;
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}
