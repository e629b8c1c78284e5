import { describe, expect, test } from "vitest";
import { toOutputFiles } from "../../../engine/execute/media-type.ts";
import { createDice } from "../../support/dice.ts";

const typeOf = (path: string, content: string | readonly number[]): string =>
  toOutputFiles([{ path, base64: Buffer.from(content as string).toString("base64") }])[0]!.media_type;
const codes = (text: string): number[] => [...Buffer.from(text, "latin1")];

const plain = "text/plain; charset=utf-8";
const html = "text/html; charset=utf-8";
const csv = "text/csv; charset=utf-8";

describe("the media type of a file", () => {
  test.for<[string, string, string | number[]]>([
    ["image/png", "a", codes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
    ["image/jpeg", "a.txt", codes("\xff\xd8\xff\xe0\0\x10JFIF")],
    ["image/gif", "a", "GIF89a..."],
    ["image/webp", "a", codes("RIFF\x01\xff\xff\0WEBPVP8 ")],
    ["application/pdf", "a.png", "%PDF-1.7\n"],
    ["image/svg+xml", "a", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [
      "image/svg+xml",
      "a",
      `\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "u">\n<svg>`,
    ],
    [html, "a", "\n<!DOCTYPE html>\n<svg></svg>"],
    [html, "a.svg", "<html lang=en><svg>"],
    [html, "a", '<?xml version="1.0"?><!doctype html PUBLIC "x" "y"><html>'],
    ["application/json", "a.txt", ' {"a": [1, 2]}\n'],
    ["application/json", "a.csv", "[1, 2]"],
    [csv, "a.csv", "name,count\nx,1\n"],
    [csv, "a.CSV", ""],
    [plain, "a", ""],
    [plain, "a.json", "{'a': 1}"],
    [plain, "a.json", "42"],
    [plain, "a.svg", "an <svg> is a picture"],
    [plain, "a.svg", "<svgs>"],
    [plain, "a.svg", "<!-- no end <svg>"],
    [plain, "a.png", "PNG"],
    [plain, "a.txt", "\u001b[31mred\u001b[0m héllo 😀\n"],
    ["application/octet-stream", "a.txt", [0x68, 0xe9, 0x6c]],
    ["application/octet-stream", "a.csv", "a,b\0"],
    ["application/octet-stream", "a.txt", [0xff, 0xfe, 0x61, 0]],
  ])("is %s for %s that holds %j", ([expected, path, content]) => {
    expect(typeOf(path, content)).toBe(expected);
  });

  test("is found for any bytes, and the bytes stay as they are", () => {
    const dice = createDice(3);
    const pieces = [
      "<svg",
      "<!--",
      "-->",
      "<?xml",
      "?>",
      "<!doctype html",
      ">",
      "{",
      "]",
      "\0",
      "\xff",
      " ",
      "a,",
    ];
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: dice.below(12) }, () => dice.pick(pieces)).join("");
      const base64 = Buffer.from(text, "latin1").toString("base64");
      const [file] = toOutputFiles([{ path: "a", base64 }]);
      expect(file).toEqual({
        path: "a",
        media_type: expect.stringMatching(/^[a-z]+\/[a-z+; =8-]+$/),
        base64,
      });
    }
  });

  test.for(["[".repeat(1_000_000), "<!---->".repeat(140_000), " ".repeat(1_000_000), "<".repeat(1_000_000)])(
    "is plain text for a megabyte that begins with %.8s and goes on so",
    (text) => {
      expect(typeOf("a", text)).toBe(plain);
    },
  );
});
