import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openStage, openWire, verdictWith, type Stage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});

const env = { ASSAY_API_KEY: "asy_key" };
const fixes = ["removed the unused import"];
/** Repairs by removing the first line. */
const openRepairing = async () =>
  openWire(({ body: { code } }) => ({
    status: 200,
    body: verdictWith({ valid: false, fixes, fixed_code: code.slice(code.indexOf("\n") + 1) }),
  }));
const read = (name: string): Buffer => readFileSync(join(stage.folder, name));

test("--write requests repair, replaces the file's content with the repaired source and exits with 1", async () => {
  await using wire = await openRepairing();
  await stage.write({ "app.py": "import os\nx = 1\n" });
  chmodSync(join(stage.folder, "app.py"), 0o755);
  const { code, lines } = await stage.check(wire.url, ["--write", "app.py"], env);
  expect(code).toBe(1);
  expect(lines).toEqual(["REWRITTEN  app.py  removed the unused import", "assay: 1 file: 1 rewritten"]);
  expect(wire.asked[0]!.body.mode).toBe("repair");
  expect(String(read("app.py"))).toBe("x = 1\n");
  expect(statSync(join(stage.folder, "app.py")).mode & 0o777).toBe(0o755);
  expect(readdirSync(stage.folder)).toEqual(["app.py"]);
});

test.for<[string, Buffer, Buffer]>([
  ["line endings", Buffer.from("a\r\nb\r\nc\r\n"), Buffer.from("b\r\nc\r\n")],
  ["mixed line endings", Buffer.from("a\nb\r\nc\n"), Buffer.from("b\r\nc\n")],
  ["a byte order mark", Buffer.from("\ufeffa\nb = 'é'\n"), Buffer.from("\ufeffb = 'é'\n")],
  [
    "the encoding",
    Buffer.from("#\n# coding: latin-1\nb = 'é'\n", "latin1"),
    Buffer.from("# coding: latin-1\nb = 'é'\n", "latin1"),
  ],
])("--write keeps %s", async ([, before, after]) => {
  await using wire = await openRepairing();
  await stage.write({ "app.py": before });
  await stage.check(wire.url, ["--write", "app.py"], env);
  expect(read("app.py")).toEqual(after);
});

test("a link stays a link, and its target is rewritten", async () => {
  await using wire = await openRepairing();
  await stage.write({ "real/app.py": "a\nb\n" });
  symlinkSync("real/app.py", join(stage.folder, "link.py"));
  await stage.check(wire.url, ["--write", "link.py"], env);
  expect(lstatSync(join(stage.folder, "link.py")).isSymbolicLink()).toBe(true);
  expect(String(read("real/app.py"))).toBe("b\n");
});

test("a fix that the file's encoding cannot express is not written", async () => {
  await using wire = await openWire(() => ({
    status: 200,
    body: verdictWith({ fixed_code: "# coding: latin-1\nx = '€'\n" }),
  }));
  const before = Buffer.from("# coding: latin-1\nx = 'é'\n", "latin1");
  await stage.write({ "app.py": before });
  const { code, lines } = await stage.check(wire.url, ["--write", "app.py"], env);
  expect([code, lines[0]]).toEqual([1, expect.stringContaining("cannot be written as iso-8859-1")]);
  expect(read("app.py")).toEqual(before);
});

test("a file that changed in the meantime is not overwritten", async () => {
  await stage.write({ "app.py": "a\nb\n" });
  await using wire = await openWire(() => {
    writeFileSync(join(stage.folder, "app.py"), "edited\n");
    return { status: 200, body: verdictWith({ fixed_code: "b\n" }) };
  });
  const { code, lines } = await stage.check(wire.url, ["--write", "app.py"], env);
  expect([code, lines[0]]).toEqual([1, expect.stringContaining("it changed while it was being checked")]);
  expect(String(read("app.py"))).toBe("edited\n");
});

test.for([null, "x = 1\n"])("nothing is written for the fix %j", async (fixed_code) => {
  await using wire = await openWire(() => ({ status: 200, body: verdictWith({ fixed_code }) }));
  await stage.write({ "app.py": "x = 1\n" });
  const { mtimeNs } = statSync(join(stage.folder, "app.py"), { bigint: true });
  const { code, lines } = await stage.check(wire.url, ["--write", "app.py"], env);
  expect([code, lines[0]]).toEqual([0, "ok         app.py"]);
  expect(statSync(join(stage.folder, "app.py"), { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test("--mode repair alone writes nothing, and says that there is a fix", async () => {
  await using wire = await openRepairing();
  await stage.write({ "app.py": "a\nb\n" });
  const { lines } = await stage.check(wire.url, ["--mode", "repair", "app.py"], env);
  expect(lines[0]).toContain("a repaired source is at hand: --write takes it");
  expect(String(read("app.py"))).toBe("a\nb\n");
});
