import { expect, test } from "vitest";
import { toQrCode } from "../../../../../service/entrances/pages/frame/qr-code.ts";
import { readQrCode } from "../../../../support/qr-code.ts";

/** The modules of the drawing, by its squares. */
function modulesOf(svg: string): boolean[][] {
  const [, width] = /viewBox="0 0 (\d+) \1"/.exec(svg)!;
  const dark = new Set(Array.from(svg.matchAll(/M(\d+),(\d+)h1v1h-1z/g), ([, x, y]) => `${x},${y}`));
  const size = Number(width) - 8;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => dark.has(`${column + 4},${row + 4}`)),
  );
}

test.for([
  "a",
  "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@100?value=2000000123000000000",
  "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@11155420?value=115792089237316195423570985008687907853269984665640564039457584007913129639935",
  "à la carte: 12 €",
  "x".repeat(180),
])("%j is drawn as a code that reads the same", (text) => {
  expect(readQrCode(modulesOf(toQrCode(text)))).toBe(text);
});

test("the code has a light margin of four modules, and only the drawing", () => {
  const svg = toQrCode("a");
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"><rect fill="white" width="29" height="29"\/><path fill="black" d="[Mhvz\d,-]+"\/><\/svg>$/,
  );
  const xs = Array.from(svg.matchAll(/M(\d+),(\d+)h/g), ([, x, y]) => [Number(x), Number(y)]).flat();
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([4, 24]);
});
