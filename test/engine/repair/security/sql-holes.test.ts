import { expect, test } from "vitest";
import { holeKinds } from "../../../../engine/repair/security/sql-holes.ts";

const of = (text: string) => holeKinds(text.replaceAll("□", "\0"));

test.each([
  ["SELECT a FROM t WHERE b = '□'", ["quoted"]],
  ["SELECT a FROM t WHERE b='□' AND c=□", ["quoted", "bare"]],
  ["SELECT a FROM t WHERE b LIKE '□' LIMIT □, □", ["quoted", "bare", "bare"]],
  ["SELECT a FROM t WHERE b BETWEEN □ AND □", ["bare", "bare"]],
  ["SELECT a FROM t WHERE b BETWEEN '□' AND '□' ORDER BY c", ["quoted", "quoted"]],
  ["INSERT INTO t (a, b) VALUES ('□', □)", ["quoted", "bare"]],
  ["INSERT INTO t VALUES (1, '□'), (2, '□')", ["quoted", "quoted"]],
  ["UPDATE t SET a = '□', b = b + □ WHERE id = □;", ["quoted", "bare", "bare"]],
  ["SELECT a FROM t WHERE b IN ('□', '□')", ["quoted", "quoted"]],
  ["SELECT a FROM t WHERE lower(b) = lower('□')", ["quoted"]],
  ["SELECT a FROM □ WHERE b = '□'", ["name", "quoted"]],
  ["SELECT a FROM t WHERE b = 'it''s' AND c = '□'", ["quoted"]],
])("the placeholders in %s are found", (text, kinds) => {
  expect(of(text)).toEqual(kinds);
});

test.each([
  "SELECT a FROM t WHERE b LIKE '%□%'",
  "SELECT a FROM t WHERE b = 'x□'",
  "SELECT a FROM t WHERE b = '□x'",
  "SELECT a FROM t WHERE b = '□''",
  "SELECT a FROM t WHERE □ = 1",
  "SELECT a FROM t WHERE □",
  "SELECT a FROM t □",
  "SELECT a FROM t ORDER BY b □",
  "SELECT a FROM t WHERE b IN (□)",
  "INSERT INTO t VALUES (□)",
  "INSERT INTO t (□, b) VALUES (1, 2)",
  "INSERT INTO t ('□') VALUES (1)",
  "SELECT a FROM t WHERE b = □suffix",
  "SELECT a FROM t WHERE b = □.c",
  "SELECT a FROM t WHERE b = '□' -- □",
  "SELECT a FROM t WHERE b = '□'; DROP TABLE t",
])("%s is unchanged", (text) => {
  expect(of(text)).toBeUndefined();
});
