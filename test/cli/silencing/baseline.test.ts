import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openCliStage, type CliRun, type CliStage } from "../stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const loads = "import pickle\n\n\ndef load(data):\n    return pickle.loads(data)\n";
const secret = 'password = "hunter2-Zk9!xq"\n';
const files = { "src/a.py": loads, "src/b.py": secret, "fine.py": "a = 1\n" };
const place = ".assay/baseline.json";

const open = (): CliStage => openCliStage(files, home);
const read = ({ folder }: CliStage): string => readFileSync(join(folder, place), "utf8");

describe("assay baseline", () => {
  let stage: CliStage;
  let first: CliRun;

  beforeAll(async () => {
    stage = open();
    first = await stage.assay(["baseline"]);
  });

  test("says what it has written", () => {
    const out = "Wrote .assay/baseline.json: 2 findings in 2 files.\n";
    expect(first).toEqual({ status: 0, out, err: "" });
  });

  test("has one entry a line, without messages, places and credentials", () => {
    expect(read(stage).replaceAll(/[\da-f]{16}/g, "HASH")).toBe(
      [
        "{",
        '  "version": 1,',
        '  "files": {',
        '    "src/a.py": [',
        '      {"rule":"ruff:S301","hash":"HASH","count":1}',
        "    ],",
        '    "src/b.py": [',
        '      {"rule":"credentials:named-secret","hash":"HASH","count":1}',
        "    ]",
        "  }",
        "}",
        "",
      ].join("\n"),
    );
  });

  test("keeps what it lists in the result, counted and without effect", async () => {
    const { status, out } = await stage.assay(["check"]);
    expect({ status, out }).toEqual({ status: 0, out: "3 files checked: all valid; 2 in the baseline.\n" });
    const told = JSON.parse((await stage.assay(["check", "--format", "json"])).out) as {
      files: { suppressed: { rule: string; suppressed: unknown }[] }[];
    };
    expect(told.files.flatMap(({ suppressed }) => suppressed)).toEqual(
      ["ruff:S301", "credentials:named-secret"].map((rule) =>
        expect.objectContaining({ rule, suppressed: { kind: "baseline", by: place, reason: null } }),
      ),
    );
    const log = (await stage.assay(["check", "--format", "sarif"])).out;
    expect(log).toContain('"kind": "external"');
  });

  test("an unchanged run answers the same, with it and without it", async () => {
    const without = await stage.assay(["check", "--no-baseline"]);
    expect(without).toMatchObject({ status: 1, out: expect.stringContaining("2 errors, 2 files rejected.") });
    const withIt = await stage.assay(["check"]);
    expect(withIt.out).toBe("3 files checked: all valid; 2 in the baseline.\n");
    // Nothing is looked at again: no Python could be started.
    const env = { HOME: home, PATH: "/nonexistent", ASSAY_PYTHON: undefined };
    expect((await stage.assay(["check"], { env })).out).toBe(withIt.out);
    expect((await stage.assay(["check", "--no-baseline"], { env })).status).toBe(1);
  });

  test("counts in a folder below as well", async () => {
    expect((await stage.assay(["check"], { cwd: join(stage.folder, "src") })).out).toBe(
      "2 files checked: all valid; 2 in the baseline.\n",
    );
  });

  test("a new finding counts; the list never grows by a check", async () => {
    const own = open();
    await own.assay(["baseline"]);
    const before = read(own);
    own.write({
      "src/a.py": `${loads}\n\ndef again(data):\n    if data:\n        return pickle.loads(data)\n`,
    });
    const { status, out } = await own.assay(["check"]);
    expect(status).toBe(1);
    expect(out).toContain("3 files checked: 1 error, 1 file rejected; 2 in the baseline.");
    // The one that stands last.
    expect(out).toContain("src/a.py:10 error ruff:S301");
    expect(read(own)).toBe(before);
    own.write({ "src/a.py": "a = 1\n" });
    expect((await own.assay(["check"])).status).toBe(0);
    expect(read(own)).toBe(before);
    await own.assay(["baseline"]);
    expect(read(own)).not.toContain("src/a.py");
  });

  test("writes only the entries of the paths that are named", async () => {
    const own = open();
    await own.assay(["baseline"]);
    own.write({ "src/a.py": "a = 1\n", "src/b.py": "b = 1\n" });
    const { out } = await own.assay(["baseline", "src/a.py"]);
    expect(out).toBe("Wrote .assay/baseline.json: 1 finding in 1 file.\n");
    expect(read(own)).toContain("src/b.py");
  });

  test("never covers what Python refuses", async () => {
    const own = openCliStage({ "a.py": "x = (\n" }, home);
    await own.assay(["baseline"]);
    expect((await own.assay(["check"])).status).toBe(1);
  });

  test("comments are not heard where they are not to be listed", async () => {
    const own = openCliStage({ "a.py": loads.replace("(data)\n", "(data)  # noqa: S301\n") }, home);
    expect((await own.assay(["baseline"])).out).toContain("0 findings in 0 files");
    expect((await own.assay(["baseline", "--strict-comments"])).out).toContain("1 finding in 1 file");
    expect((await own.assay(["check", "--strict-comments"])).status).toBe(0);
  });

  test.for([
    ["{", "the baseline is not a JSON object"],
    ["<<<<<<< ours", "the baseline is not a JSON object"],
    ['{"version": 2, "files": {}}', "the baseline is of a version that this assay does not know"],
    ['{"version": 1}', "the baseline has no `files`"],
    ['{"version": 1, "files": {"a.py": [{}]}}', "the baseline's entries of a.py cannot be read"],
  ] as const)("%j is refused", async ([content, words]) => {
    const own = openCliStage({ ...files, [place]: content }, home);
    for (const args of [["check"], ["baseline"]]) {
      const { status, out, err } = await own.assay(args);
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toContain(`${words}. Restore or delete it`);
    }
    expect((await own.assay(["check", "--no-baseline"])).status).toBe(1);
    expect(existsSync(join(own.folder, place))).toBe(true);
  });

  test("nothing is written where a file could not be checked", async () => {
    const own = openCliStage({ "a.py": Buffer.from([0x61, 0xff, 0x0a]) }, home);
    const { status, err } = await own.assay(["baseline"]);
    expect(status).toBe(2);
    expect(err).toContain("The baseline was not written");
    expect(existsSync(join(own.folder, place))).toBe(false);
  });
});
