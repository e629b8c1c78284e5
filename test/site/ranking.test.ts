import { expect, test } from "vitest";
import { rank, type Entry } from "../../site/docs/ranking.ts";

const entries: readonly Entry[] = [
  { href: "/docs/changelog", title: "Changelog", text: "receipt ".repeat(90) },
  { href: "/docs/x402", title: "Pay per call", text: "with a receipt and a receipt and a receipt" },
  { href: "/docs/reputation#rate", title: "To rate", page: "Ratings", text: "show the receipt" },
  { href: "/docs/receipts", title: "Receipts", text: "Every answer is signed." },
  { href: "/docs/receipts#one", title: "Checking one", page: "Receipts", text: "is our signature on it" },
  { href: "/docs/receipts#key", title: "The key of a receipt", page: "Receipts", text: "a secret" },
  { href: "/docs/a", title: "C++ (a|b) [x]", text: "special" },
];
const found = (query: string): string[] => rank(entries, query).map(({ href }) => href);

test("a word in a title counts more than any number of it in a text", () => {
  expect(found("receipt").slice(0, 2)).toEqual(["/docs/receipts", "/docs/receipts#key"]);
});

test("every word must be found, in any case", () => {
  expect(found("RECEIPT key")).toEqual(["/docs/receipts#key"]);
  expect(found("receipt nosuchword")).toEqual([]);
});

test("nothing is found for nothing, and special characters are letters like others", () => {
  expect(found("  ")).toEqual([]);
  expect(found("c++ (a|b) [x]")).toEqual(["/docs/a"]);
});
