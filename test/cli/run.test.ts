import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCliStage, programs } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const stage = openCliStage(
  {
    "valid.py": programs.valid,
    "bad.json": '{"example": []}',
    "worse.json": "[]",
    "folder/file.txt": "",
    "late.json": '{"timeout_s": "soon"}',
  },
  home,
);

// What running a program shows: test/e2e/run-command.test.ts.
describe("assay run", () => {
  test.for([
    [["run"], "Name one file: assay run FILE"],
    [["run", "valid.py", "other.py"], "Name one file: assay run FILE"],
    [["run", "nosuch.py"], "nosuch.py: file not found."],
    [["run", "valid.py", "--timeout", "90"], "--timeout 90: use a number of seconds up to 60."],
    [["run", "valid.py", "--examples", "nosuch.txt"], "nosuch.txt: file cannot be read. Check --examples."],
    [["run", "valid.py", "--output", "../x"], "--output ../x: must not contain `..`."],
    [["run", "valid.py", "--output", "/tmp/x"], "--output /tmp/x: must be a relative path."],
    [
      ["run", "valid.py", "--output", "a", "--output", "a"],
      "--output a: must not be a path that is listed before.",
    ],
    [
      ["run", "valid.py", ..."abcdefghijk".split("").flatMap((path) => ["--output", path])],
      "10 times at most.",
    ],
    [["run", "valid.py", "--output", "late.json"], "late.json is there already. Add --force to replace it."],
    [["run", "valid.py", "--output", "folder", "--force"], "--output folder: what is there is not a file."],
    [["run", "valid.py", "--examples", "bad.json"], "bad.json: example is not known."],
    [["run", "valid.py", "--examples", "worse.json"], "worse.json: not a JSON object."],
    [["run", "valid.py", "--examples", "late.json"], "late.json: timeout_s must be a number."],
  ] as const)("%j is reported as a usage error, with 2", async ([args, words]) => {
    const { status, out, err } = await stage.assay([...args]);
    expect(err).toContain(words);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("says what is missing without Docker, and never calls the program valid", async () => {
    const env = { HOME: home, PATH: process.env.PATH, DOCKER_HOST: "unix:///nonexistent/docker.sock" };
    const { status, out, err } = await stage.assay(["run", "valid.py"], { env });
    expect(err).toContain("Running code needs Docker and the sandbox image");
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });
});
