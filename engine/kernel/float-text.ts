/** Python's `repr` of a float: the shortest digits that read back as the same number. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (!Number.isFinite(value)) return `${sign}inf`;
  const [mantissa = "", power = ""] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return sign + mantissa + exponentText(exponent);
  return sign + placePoint(digits, exponent + 1);
}

/** `e+20`, `e-07`: at least two digits. */
export function exponentText(exponent: number): string {
  return `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Puts the decimal point after `whole` digits. */
function placePoint(digits: string, whole: number): string {
  if (whole <= 0) return `0.${"0".repeat(-whole)}${digits}`;
  const padded = digits.padEnd(whole, "0");
  return `${padded.slice(0, whole)}.${padded.slice(whole) || "0"}`;
}
