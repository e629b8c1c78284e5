import { exponentText, floatText } from "./float-text.ts";
import { floatRatio, roundedQuotient } from "./numbers.ts";

/** A float above 0 with this many digits after the point, halves to the even digit: `f`. */
function fixedDigits(value: number, precision: number): string {
  const [top, bottom] = floatRatio(value);
  const digits = roundedQuotient(top * 10n ** BigInt(precision), bottom)
    .toString()
    .padStart(precision + 1, "0");
  const whole = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** The first digits of a float above 0, and its power of ten. */
function leadingDigits(value: number, count: number): [string, number] {
  if (value === 0) return ["0".repeat(count), 0];
  const [top, bottom] = floatRatio(value);
  let exponent = Number(value.toExponential().split("e")[1]);
  // The shortest digits of 9.9999999999999995e-08 are 1e-07.
  const [above, below] =
    exponent < 0 ? [top * 10n ** BigInt(-exponent), bottom] : [top, bottom * 10n ** BigInt(exponent)];
  if (above < below) exponent -= 1;
  for (;;) {
    const shift = BigInt(count - 1 - exponent);
    const digits = (
      shift < 0n ? roundedQuotient(top, bottom * 10n ** -shift) : roundedQuotient(top * 10n ** shift, bottom)
    ).toString();
    if (digits.length === count) return [digits, exponent];
    exponent += digits.length - count;
  }
}

/** The form `e`. */
function scientific(value: number, precision: number, alternate: boolean): string {
  const [digits, exponent] = leadingDigits(value, precision + 1);
  const point = precision > 0 || alternate ? "." : "";
  return digits.slice(0, 1) + point + digits.slice(1) + exponentText(exponent);
}

/** The form `g`: fixed or scientific by its size, without the zeros at its end. */
function general(value: number, precision: number, alternate: boolean, wholeEndsInZero = false): string {
  const count = Math.max(1, precision);
  const [digits, exponent] = leadingDigits(value, count);
  const kept = alternate ? digits : digits.replace(/(?<!0)0+$/, "");
  if (exponent < -4 || exponent >= count - (wholeEndsInZero ? 1 : 0)) {
    const point = kept.length > 1 || alternate ? "." : "";
    return (kept.slice(0, 1) || "0") + point + kept.slice(1) + exponentText(exponent);
  }
  const whole = exponent < 0 ? "0" : kept.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = exponent < 0 ? "0".repeat(-exponent - 1) + kept : kept.slice(exponent + 1);
  if (rest !== "" && value !== 0) return `${whole}.${rest}`;
  return whole + (alternate ? `.${rest}` : wholeEndsInZero ? ".0" : "");
}

/** The alternate form keeps a point even before an exponent. */
function withPoint(digits: string, alternate: boolean): string {
  return alternate && !digits.includes(".") ? digits.replace("e", ".e") : digits;
}

/** The digits of a float without its sign, in one of Python's forms. */
export function floatDigits(
  value: number,
  type: string,
  precision: number | undefined,
  alternate: boolean,
): string {
  const size = Math.abs(value);
  const form = type.toLowerCase();
  let digits: string;
  if (!Number.isFinite(value)) digits = Number.isNaN(value) ? "nan" : "inf";
  else if (form === "" && precision === undefined) digits = withPoint(floatText(size), alternate);
  else if (form === "") digits = general(size, precision ?? 6, alternate, true);
  else if (form === "e") digits = scientific(size, precision ?? 6, alternate);
  else if (form === "g" || form === "n") digits = general(size, precision ?? 6, alternate);
  else digits = fixedDigits(size, precision ?? 6) + (alternate && precision === 0 ? "." : "");
  return type !== form ? digits.toUpperCase() : digits;
}
