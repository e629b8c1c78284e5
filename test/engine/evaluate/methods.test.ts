import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["x = [1]\nx.append(5)", "x[1]", "5"],
  ["x = [1, 2, 3]\nx.pop(0)", "x[0]", "2"],
  ["x = [3, 1, 2]\nx.sort()", "x[2]", "3"],
  ["x = ['b', 'a']\nx.sort()", "ord(x[0])", "97"],
  ["x = [1, 2]\nx.insert(-1, 9)", "x[1]", "9"],
  ["", "[4, 5].index(5)", "1"],
  ["", "{'a': 1}.get('b', 2)", "2"],
  ["", "len({'a': 1}.items())", "1"],
  ["", "len('a b'.split())", "2"],
  ["", "len('a,b,'.split(','))", "3"],
  ["", "ord('a'.upper())", "65"],
  ["", "ord('a'.swapcase())", "65"],
  ["", "'12'.isdigit()", "1"],
  ["", "'Ab'.istitle()", "1"],
  ["", "'é'.upper()", "str"],
  ["", "len('aXa'.replace('X', '__'))", "4"],
  ["", "len('ab'.replace('', '-'))", "5"],
  ["", "len('-'.join(['a', 'b']))", "3"],
  ["", "'abc'.index('c')", "2"],
])("a method returns what it returns in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
