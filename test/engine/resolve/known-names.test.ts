import { expect, test } from "vitest";
import {
  attributePath,
  isBuiltinName,
  isKnownModule,
  starPath,
} from "../../../engine/resolve/known-names.ts";
import { isMember, mayRun } from "../../../engine/resolve/module-members.ts";

test("a name comes from the last star import that offers it", () => {
  expect(starPath(["os"], "system")).toBe("os.system");
  expect(starPath(["os", "re"], "compile")).toBe("re.compile");
  expect(starPath(["multiprocessing", "shutil"], "rmtree")).toBe("shutil.rmtree");
  expect(starPath(["yaml"], "unsafe_load")).toBe("yaml.unsafe_load");
  expect(starPath(["math"], "system")).toBeUndefined();
  expect(starPath(["shutil"], "os")).toBeUndefined();
});

test("a star import may provide names that the module has on another system", () => {
  expect(starPath(["os"], "startfile")).toBe("os.startfile");
  expect(starPath(["nt"], "startfile")).toBe("nt.startfile");
});

test("builtins of Python 3 and 2 are builtins", () => {
  expect(["eval", "ValueError", "execfile", "__import__"].filter((name) => !isBuiltinName(name))).toEqual([]);
  expect(["system", "frozendict", "constructor"].filter(isBuiltinName)).toEqual([]);
});

test("any module of the standard library may expose another", () => {
  expect(attributePath("filecmp", "os")).toBe("os");
  expect(attributePath("shutil", "os")).toBe("os");
  expect(attributePath("mine", "os")).toBe("mine.os");
  expect(["filecmp", "telnetlib", "yaml"].every(isKnownModule)).toBe(true);
  expect(isKnownModule("mine")).toBe(false);
});

test("modules that run programs have the names of every version and system", () => {
  expect(["system", "startfile", "popen2", "_exit", "__name__"].every((name) => isMember("os", name))).toBe(
    true,
  );
  expect(isMember("os", "sistem")).toBe(false);
  expect(isMember("math", "sistem")).toBeUndefined();
  expect(mayRun("os", "sy")).toBe(true);
  expect(mayRun("os", "O_")).toBe(false);
  expect(mayRun("math", "")).toBe(true);
  expect(mayRun("math", "s")).toBe(false);
});
