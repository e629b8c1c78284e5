import { describe, expect, test } from "vitest";
import { digestOf } from "../../../service/work/job-digest.ts";
import { readJob } from "../../../service/work/read-job.ts";
import { readConfig } from "../../../service/config.ts";
import { digestOfRequest } from "../../../parts/proof/receipts/statement.ts";
import type { Fault } from "../../../parts/faults.ts";

const config = readConfig({ MAX_CODE_LENGTH: "10", MAX_TIMEOUT_S: "5" });

const read = (body: unknown) => readJob({ config }, body);

/** What a body is refused with. */
function refusalOf(body: unknown) {
  try {
    read(body);
  } catch (error) {
    const { code, message, detail } = error as Fault;
    return { code, message, fields: detail.fields ?? [], limit: detail.limit };
  }
  throw new Error("It was accepted.");
}

describe("the length of code is counted in code points:", () => {
  test.for([
    "x".repeat(10),
    "😀".repeat(10),
    `${"😀".repeat(9)}x`,
    `x${"😀".repeat(9)}`,
    "😀".repeat(6),
    "x",
  ])("%s is not too long", (code) => {
    expect(read({ code })).toMatchObject({ code, mode: "static" });
  });

  test.for(["x".repeat(11), "😀".repeat(11), `${"😀".repeat(10)}x`, "x".repeat(1000), `${"x".repeat(10)}😀`])(
    "%s is too long",
    (code) => {
      expect(refusalOf({ code })).toEqual({
        code: "too_large",
        message: "`code` is longer than 10 characters.",
        fields: [],
        limit: 10,
      });
    },
  );
});

describe("files", () => {
  test("count together with code", () => {
    expect(read({ code: "12345", files: { "a.py": "12345" } })).toMatchObject({ files: { "a.py": "12345" } });
    expect(read({ code: "😀😀😀😀😀", files: { "a.py": "😀😀😀", "b.py": "😀😀" } })).toMatchObject({
      mode: "static",
    });
    for (const text of ["123456", "😀😀😀😀😀😀", "x".repeat(100)])
      expect(refusalOf({ code: "12345", files: { "a.py": text } })).toMatchObject({
        code: "too_large",
        message: "`code` and `files` together are longer than 10 characters.",
        limit: 10,
      });
  });

  const odd =
    "must have names of letters, digits, `_`, `-`, `.`, `+`, `@` and spaces, none of which begins with `-` or begins or ends with a space";

  test.for<[string, string]>([
    ["/etc/a.py", "must be a relative path"],
    ["C:a.py", "must be a relative path"],
    ["../a.py", "must not contain `..`"],
    ["a/../b.py", "must not contain `..`"],
    ["a\\b.py", "must not contain a backslash, a colon or a control character; use / between folders"],
    ["a\n.py", "must not contain a backslash, a colon or a control character; use / between folders"],
    ["./a.py", "must not contain an empty step or `.`"],
    ["a//b.py", "must not contain an empty step or `.`"],
    ["a.txt", "must end in .py"],
    ["a/.py", "must end in .py"],
    ["main.py", "must not be the path of `code`; set `options.path` or leave this file out"],
    ...[
      "(a+)+!.py",
      "a(b.py",
      "[.py",
      "*.py",
      "a'b.py",
      "a`b.py",
      "-c.py",
      "a/ b.py",
      "a /b.py",
      "$x/a.py",
    ].map((path): [string, string] => [path, odd]),
  ])("are refused with the name %s", ([path, why]) => {
    const { code, fields } = refusalOf({ code: "x", files: { [path]: "x" } });
    const shown = path.replace("\n", "\\u{a}");
    expect({ code, fields }).toEqual({
      code: "bad_request",
      fields: [expect.objectContaining({ loc: ["files", shown], msg: `\`files.${shown}\` ${why}.` })],
    });
  });

  test.for(["a\u202eb.py", "a\u200bb.py", "\u2066a.py", "a\u00adb.py", "a\u3164.py", "\ufeffa.py"])(
    "with invisible characters in a name are refused, and the characters are made visible: %j",
    (path) => {
      const [problem, ...others] = refusalOf({ code: "x", files: { [path]: "x" } }).fields;
      expect(others).toEqual([]);
      expect(problem!.msg).toContain(odd);
      expect(JSON.stringify(problem)).not.toMatch(/[\u00ad\u200b\u202e\u2066\u3164\ufeff]/);
      expect(problem!.loc[1]).toMatch(/\\u\{[0-9a-f]+\}/);
      expect(refusalOf({ code: "x", options: { path } }).fields[0]!.msg).toContain(odd);
    },
  );

  test.for([
    "a.py",
    "pkg/__init__.py",
    "0001_initial.py",
    "test-x.y.py",
    "straße/größe.py",
    "数据.py",
    "c++ 2.py",
    "a@b.py",
  ])("are accepted with the name %s", (path) => {
    expect(read({ code: "x", files: { [path]: "x" } }).files).toEqual({ [path]: "x" });
  });

  test("are refused for their number before each is looked at", () => {
    const files = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}.py`, 1]));
    const msg = "`files` must have at most 200 files.";
    expect(refusalOf({ code: "x", files }).fields).toEqual([{ loc: ["files"], msg, type: "custom" }]);
  });

  test("are refused for a wrong form, with the field and the cause", () => {
    const told = (files: unknown) => refusalOf({ code: "x", files }).fields.map(({ msg }) => msg);
    expect(told([])).toEqual(["`files` must be a JSON object."]);
    expect(told({ "a.py": 1 })).toEqual(["`files.a.py` must be a string."]);
    expect(told({ "a.py": "\ud800" })).toEqual([
      "`files.a.py` contains a lone surrogate, which is not a character.",
    ]);
    expect(told({ "a.py": "", "a.py/b.py": "" })).toEqual([
      "`files.a.py/b.py` must not be below a path that is a file itself.",
    ]);
    expect(told({ [`${"a".repeat(300)}.py`]: "" })).toEqual([
      "`files` must have paths of at most 240 bytes.",
    ]);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}.py`, ""]));
    expect(told(many)).toEqual(["`files` must have at most 200 files."]);
    const path = refusalOf({ code: "x", options: { path: "/a.py" } }).fields;
    expect(path).toMatchObject([
      { loc: ["options", "path"], msg: "`options.path` must be a relative path." },
    ]);
  });

  test("make another request when a file or path differs, and not when the order does", () => {
    const digest = (body: object) => digestOf(read({ code: "x", ...body }));
    const of = (files: object) => digest({ files });
    expect(of({ "a.py": "1" })).not.toBe(of({ "a.py": "2" }));
    expect(of({ "a.py": "1" })).not.toBe(of({ "b.py": "1" }));
    expect(of({ "a.py": "1" })).not.toBe(digest({}));
    expect(digest({ options: { path: "a.py" } })).not.toBe(digest({}));
    expect(of({ "a.py": "1", "b.py": "2" })).toBe(of({ "b.py": "2", "a.py": "1" }));
    const signed = (body: object) => digestOfRequest(read({ code: "x", ...body }));
    expect(signed({ files: { "a.py": "1" } })).not.toBe(signed({ files: { "a.py": "2" } }));
    expect(signed({ files: { "a.py": "1", "b.py": "2" } })).toBe(
      signed({ files: { "b.py": "2", "a.py": "1" } }),
    );
  });
});

describe("paths to be given back", () => {
  const of = (outputs: unknown) => ({ code: "x", options: { outputs } });

  test.for<[string, string]>([
    ["/etc/passwd", "must be a relative path"],
    ["C:a.png", "must be a relative path"],
    ["../x", "must not contain `..`"],
    ["out/../../x", "must not contain `..`"],
    ["a\\b.png", "must not contain a backslash, a colon or a control character; use / between folders"],
    ["a\0.png", "must not contain a backslash, a colon or a control character; use / between folders"],
    ["", "must not contain an empty step or `.`"],
    ["out/", "must not contain an empty step or `.`"],
    ["./x", "must not contain an empty step or `.`"],
    ["\ud800", "must not contain a lone surrogate"],
    ["é".repeat(121), "must have paths of at most 240 bytes"],
    ["-rf", "must have names of letters"],
    ["a\u202eb.png", "must have names of letters"],
  ])("are refused where one is %j", ([path, why]) => {
    const { code, fields } = refusalOf(of(["chart.png", path]));
    expect(code).toBe("bad_request");
    expect(fields).toMatchObject([{ loc: ["options", "outputs", 1] }]);
    expect(fields[0]!.msg).toMatch(`\`options.outputs.1\` ${why}`);
  });

  test.for<[unknown, string]>([
    ["a.png", "`options.outputs` must be a list."],
    [null, "`options.outputs` must be a list."],
    [[7], "`options.outputs.0` must be a string."],
    [["a", "b", "a"], "`options.outputs.2` must not be a path that is listed before."],
    [Array.from({ length: 11 }, (_, at) => `f${at}`), "`options.outputs` must have at most 10 items."],
  ])("are refused for a wrong form: %j", ([outputs, message]) => {
    expect(refusalOf(of(outputs))).toMatchObject({ code: "bad_request", message });
  });

  test("may have any ending, and folders, and are ten at most", () => {
    const outputs = ["a.png", "out/deep/b.csv", "Makefile", ".hidden", "größe 2.txt", ..."12345".split("")];
    expect(read(of(outputs))).toMatchObject(of(outputs));
  });

  test("make another request when they differ, and none are as if nothing was said", () => {
    const signed = (options: object) => digestOfRequest(read({ code: "x", options }));
    expect(signed({ outputs: [] })).toBe(signed({}));
    expect(signed({ outputs: ["a"] })).not.toBe(signed({}));
    expect(signed({ outputs: ["a", "b"] })).not.toBe(signed({ outputs: ["b", "a"] }));
    expect(digestOf(read(of(["a"])))).not.toBe(digestOf(read(of(["b"]))));
  });

  test("are refused soon where there are very many", () => {
    expect(refusalOf(of(Array.from({ length: 300_000 }, () => 7))).fields.length).toBeGreaterThan(0);
    expect(refusalOf(of(Array.from({ length: 300_000 }, () => ".."))).fields).toHaveLength(1);
  });
});

test("an option may have a million characters, whatever the limit of code", () => {
  const of = (name: string, length: number) => ({ code: "x", options: { [name]: "x".repeat(length) } });
  for (const name of ["examples", "expected_output"]) {
    expect(read(of(name, 1_000_000))).toMatchObject({ code: "x" });
    expect(refusalOf(of(name, 1_000_001))).toMatchObject({
      code: "too_large",
      message: `\`options.${name}\` is longer than 1000000 characters.`,
      limit: 1_000_000,
    });
  }
});

test("a program may request as much time as the deployment allows, and no more", () => {
  const of = (timeout_s: number | null) => ({ code: "x", options: { timeout_s } });
  expect(read(of(5))).toMatchObject(of(5));
  expect(read(of(null))).toMatchObject(of(null));
  expect(refusalOf(of(5.1))).toMatchObject({
    code: "bad_request",
    fields: [{ loc: ["options", "timeout_s"], type: "too_big", input: 5.1 }],
  });
});

test("text with a lone surrogate is refused, and the position is reported", () => {
  expect(refusalOf({ code: "'\ud800'" })).toMatchObject({ code: "bad_request", fields: [{ loc: ["code"] }] });
  expect(refusalOf({ code: "x", options: { examples: "\udc00" } })).toMatchObject({
    code: "bad_request",
    fields: [{ loc: ["options", "examples"] }],
  });
});

test("another language is refused", () => {
  expect(refusalOf({ code: "x", language: "sql" })).toMatchObject({ code: "unsupported_language" });
});

describe("a refusal", () => {
  const inputOf = (mode: unknown) => refusalOf({ code: "x", mode }).fields[0];

  test.for([null, 7, true, "x".repeat(64), ""])(
    "repeats the received value when it is short and plain: %j",
    (mode) => {
      expect(inputOf(mode)).toMatchObject({ loc: ["mode"], input: mode });
    },
  );

  test.for([{ a: 1 }, ["static"], Number.POSITIVE_INFINITY, "x".repeat(65)])(
    "repeats no other received value: %j",
    (mode) => {
      expect(inputOf(mode)).toMatchObject({ loc: ["mode"] });
      expect(inputOf(mode)).not.toHaveProperty("input");
    },
  );

  test("repeats the received value only inside the body", () => {
    for (const body of [null, undefined, "text", 7, []])
      expect(refusalOf(body)).toMatchObject({ code: "bad_request" });
    expect(refusalOf({ code: "x", options: "text" })).toMatchObject({
      fields: [{ loc: ["options"], input: "text" }],
    });
    expect(refusalOf({ code: "x", options: { optimize: 1 } })).toMatchObject({
      fields: [{ loc: ["options", "optimize"], input: 1 }],
    });
    const { fields } = refusalOf({});
    expect(fields).toMatchObject([{ loc: ["code"] }]);
    expect(fields[0]).not.toHaveProperty("input");
  });
});

describe("the message names the field and the cause for", () => {
  test.for<[unknown, string]>([
    [{ code: "" }, "`code` must not be empty."],
    [{}, "`code` is missing. Add it (a string)."],
    [{ code: 7 }, "`code` must be a string."],
    [[], "The body must be a JSON object."],
    [{ code: "x", mode: "fast" }, "`mode` must be static, repair or execute."],
    [{ code: "x", options: { timeout_s: 0 } }, "`options.timeout_s` must be more than 0."],
    [{ code: "x", options: { timeout_s: 5.1 } }, "`options.timeout_s` must be at most 5 here."],
    [{ code: "x", options: { max_iterations: 11 } }, "`options.max_iterations` must be at most 10."],
    [{ code: "x", options: { max_iterations: 1.5 } }, "`options.max_iterations` must be an integer."],
    [{ code: "x", options: { optimize: 1 } }, "`options.optimize` must be true or false."],
    [{ code: "\ud800" }, "`code` contains a lone surrogate, which is not a character."],
    [{ code: "", mode: 7 }, "`code` must not be empty. `mode` must be static, repair or execute."],
  ])("%j", ([body, message]) => {
    expect(refusalOf(body).message).toBe(message);
  });
});
