import { describe, expect, test } from "vitest";
import { readTable } from "../../site/playground/csv.ts";
import { createDice } from "../support/dice.ts";

const whole = { maxRows: 1000, maxColumns: 1000 };
const rowsOf = (text: string) => readTable(text, whole).rows;

describe("a table as text", () => {
  test.for<[string, string[][]]>([
    ["", []],
    ["a", [["a"]]],
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\r\n1,",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    ['"a ""b"", c",d', [['a "b", c', "d"]]],
    ['"two\nlines",x', [["two\nlines", "x"]]],
    ['"no end,x\ny', [["no end,x\ny"]]],
    ['"a"b,c', [["ab", "c"]]],
    [
      "a;b;c,d\n1;2;3",
      [
        ["a", "b", "c,d"],
        ["1", "2", "3"],
      ],
    ],
    [
      "a\tb\n1\t2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a\n\nb", [["a"], [""], ["b"]]],
  ])("%j is read as %j", ([text, rows]) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  test("has the cells that were written, whatever is in them", () => {
    const dice = createDice(5);
    const pieces = ["a", ",", '"', "\n", "\r\n", " ", "é", ""];
    for (let round = 0; round < 500; round += 1) {
      const cell = () => Array.from({ length: dice.below(4) }, () => dice.pick(pieces)).join("");
      const rows = Array.from({ length: 1 + dice.below(4) }, () => ["id", cell(), cell()]);
      const quoted = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(","));
      expect(rowsOf(`id,x,y\n${quoted.join("\n")}\n`)).toEqual([["id", "x", "y"], ...rows]);
    }
  });

  test("is cut after so many rows and columns, and that is told", () => {
    const text = Array.from({ length: 5 }, () => "1,2,3").join("\n");
    expect(readTable(text, { maxRows: 2, maxColumns: 3 })).toEqual({
      rows: [
        ["1", "2", "3"],
        ["1", "2", "3"],
      ],
      hasMore: true,
    });
    expect(readTable(text, { maxRows: 9, maxColumns: 1 })).toMatchObject({ hasMore: true });
    expect(readTable(text, { maxRows: 5, maxColumns: 3 })).toMatchObject({ hasMore: false });
  });
});
