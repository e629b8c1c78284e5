export function bitLength(value: bigint): number {
  const digits = (value < 0n ? -value : value).toString(16);
  return digits === "0" ? 0 : digits.length * 4 - Math.clz32(Number.parseInt(digits[0]!, 16)) + 28;
}

/** `numerator / denominator` rounded to an int, halves to the even one. */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const quotient = floorQuotient(numerator, denominator);
  const twice = 2n * (numerator - quotient * denominator);
  if (twice === denominator) return quotient + (quotient & 1n);
  return twice > denominator === denominator > 0n ? quotient + 1n : quotient;
}

export function floorQuotient(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** The quotient of floats rounded down and the rest, with the signs and zeros CPython gives them; nothing divides by 0. */
export function floatDivmod(a: number, b: number): [number, number] | undefined {
  if (b === 0) return undefined;
  let rest = a % b;
  let quotient = (a - rest) / b;
  if (rest === 0) rest = b < 0 ? -0 : 0;
  else if (rest < 0 !== b < 0) {
    rest += b;
    quotient -= 1;
  }
  if (quotient === 0) return [a / b < 0 || Object.is(a / b, -0) ? -0 : 0, rest];
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, rest];
}

/** The float nearest to the quotient of two ints; infinite when there is none. */
export function trueQuotient(a: bigint, b: bigint): number {
  const [dividend, divisor] = [Number(a), Number(b)];
  const isSmall = Number.isSafeInteger(dividend) && Number.isSafeInteger(divisor);
  const quotient = isSmall ? dividend / divisor : nearestFloat(a, b);
  return quotient === 0 ? (a < 0n !== b < 0n ? -0 : 0) : quotient;
}

/** Powers of -1, 0 and 1, whatever the exponent. */
export function smallPower(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  return base === -1n && exponent % 2n === 0n ? 1n : base;
}

/** A finite float as the fraction it is: `[numerator, denominator]`. */
export function floatRatio(value: number): [bigint, bigint] {
  let numerator = value;
  let halvings = 0n;
  for (; !Number.isInteger(numerator); halvings++) numerator *= 2;
  return [BigInt(numerator), 1n << halvings];
}

/** The float nearest to a fraction; infinite when there is none. */
export function nearestFloat(numerator: bigint, denominator: bigint): number {
  const excess = bitLength(numerator) - bitLength(denominator);
  const shift = Math.min(1074, 60 - excess);
  const scaled = shift > 0 ? numerator << BigInt(shift) : numerator;
  const divisor = shift < 0 ? denominator << BigInt(-shift) : denominator;
  if (shift === 1074) return Number(roundedQuotient(scaled, divisor)) * Number.MIN_VALUE;
  const quotient = scaled / divisor;
  // A last bit says that something is left over, so that Number() rounds the right way.
  const sticky = scaled % divisor === 0n ? 0n : numerator < 0n === denominator < 0n ? 1n : -1n;
  return timesPowerOfTwo(Number(2n * quotient + sticky), -shift - 1);
}

/** Without rounding twice on the way. */
export function timesPowerOfTwo(value: number, exponent: number): number {
  let result = value;
  let left = exponent;
  for (; left > 1000; left -= 1000) result *= 2 ** 1000;
  for (; left < -1000; left += 1000) result /= 2 ** 1000;
  return result * 2 ** left;
}
