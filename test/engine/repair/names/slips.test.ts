import { describe, expect, test } from "vitest";
import { isSlip, onlySlip } from "../../../../engine/repair/names/slips.ts";

describe("a misspelling", () => {
  test.each([
    ["lenght", "length"],
    ["pritn", "print"],
    ["prnt", "print"],
    ["printt", "print"],
    ["resutl", "result"],
    ["totel", "total"],
    ["calcualte_avergae", "calculate_avergae"],
    ["userName", "user_name"],
    ["appendd", "append"],
    ["Flase", "False"],
    ["conncetoin", "connection"],
  ])("is found: %s for %s", (typed, meant) => {
    expect(isSlip(typed, meant)).toBe(true);
  });

  test.each([
    ["item", "items", "a word form"],
    ["parsed", "parser", "a word form"],
    ["left1", "left2", "another number"],
    ["decrypt_message", "encrypt_message", "another first letter"],
    ["mode", "model", "a word of its own"],
    ["model", "mode", "a word of its own"],
    ["world", "word", "a word of its own"],
    ["min_value", "max_value", "another word"],
    ["start_row", "start_col", "another word"],
    ["data", "date", "a word of its own"],
    ["_size", "size", "private or not"],
    ["abc", "abd", "too short"],
    ["x_pos", "y_pos", "too short"],
    ["calcualte_avergae", "calculate_average", "wrong in two words"],
  ])("is not assumed for another name: %s for %s (%s)", (typed, other) => {
    expect(isSlip(typed, other)).toBe(false);
  });

  test("is certain only when exactly one name is near", () => {
    expect(onlySlip("getcwdd", ["getcwd", "listdir"])).toBe("getcwd");
    expect(onlySlip("getcwdd", ["getcwd", "getcwdb"])).toBeUndefined();
    expect(onlySlip("getcwdd", ["listdir"])).toBeUndefined();
  });

  test("is not searched in names beyond a max length", () => {
    const long = "a".repeat(100_000);
    expect(isSlip(long, `${long}b`)).toBe(false);
  });
});
