/**
 * Whether a number of JSON is exactly the one that JavaScript reads, in whatever form: `1.0` and `1e0` are 1, while
 * 1.00000000000000000001 is rounded here and kept elsewhere. Minus zero is no number that we write.
 */
export function isExactNumber(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  const read = String(value);
  return read === source || areEqual(readDecimal(source), readDecimal(read));
}

/** Digits without zeros at either end, and the power of ten of the last. */
type Decimal = Readonly<{ isNegative: boolean; digits: string; power: number }>;

function readDecimal(source: string): Decimal {
  const [mantissa = "", exponent = "0"] = source.toLowerCase().split("e");
  const isNegative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.slice(isNegative ? 1 : 0).split(".");
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  if (start === end) return { isNegative, digits: "", power: 0 };
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return { isNegative, digits: digits.slice(start, end), power };
}

function areEqual(a: Decimal, b: Decimal): boolean {
  return a.isNegative === b.isNegative && a.digits === b.digits && a.power === b.power;
}
