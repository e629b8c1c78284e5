import { expect, test } from "vitest";
import { similarFunctions, similarMethods } from "../../../engine/candidates/called-name.ts";
import { unhashable } from "../../../engine/evaluate/sequences.ts";
import { builtin } from "../../../engine/library/builtins.ts";
import { moduleMembers, typeMembers } from "../../../engine/library/entries.ts";
import { foreignFunctions, foreignPaths } from "../../../engine/library/foreign-names.ts";
import { hasMember, typesWith } from "../../../engine/library/types.ts";
import { sequenceMethods, sequenceTypes } from "../../../engine/program/sequence-names.ts";
import { calledBuiltins } from "../../../engine/repair/behaviour/brackets.ts";
import { fileReading, textMethods } from "../../../engine/repair/behaviour/expected-errors.ts";
import { fileMethods } from "../../../engine/repair/behaviour/file-methods.ts";
import { effectless } from "../../../engine/repair/behaviour/unsaid-values.ts";
import { readSignatures, translatedModules, translatedTypes } from "../../../engine/transpile/signatures.ts";

test("every name listed for translation exists in Python", () => {
  const named = [
    ...Object.entries(translatedTypes).map(([owner, names]) => ({ names, known: typeMembers(owner)! })),
    ...Object.entries(translatedModules).map(([owner, names]) => ({ names, known: moduleMembers(owner)! })),
  ];
  expect(named.flatMap(({ names, known }) => names.split(/\s+/).filter((name) => !known.has(name)))).toEqual(
    [],
  );
});

test("hand-written lists contain only names that exist in Python", () => {
  const isIn =
    (...modules: string[]) =>
    (name: string) =>
      builtin(name) !== undefined || modules.some((module) => moduleMembers(module)!.has(name));
  const chosen: readonly (readonly [Iterable<string>, (name: string) => boolean | undefined])[] = [
    [foreignFunctions.values(), isIn()],
    [foreignFunctions.keys(), (name) => builtin(name) === undefined],
    [[...foreignPaths.values()].map((path) => path.replace("math.", "")), isIn("math")],
    [calledBuiltins, isIn()],
    [effectless, isIn()],
    [similarFunctions.flat(), isIn("math", "heapq", "bisect", "itertools")],
    [similarMethods.flat(), (name) => typesWith(name).length > 0 || isIn("math")(name)],
    [sequenceTypes, isIn("typing")],
    [sequenceMethods, (name) => ["dict", "set"].every((type) => !typesWith(name).includes(type))],
    [sequenceMethods, (name) => typesWith(name).length > 0],
    [fileReading, (name) => hasMember("TextIOWrapper", name)],
    [textMethods, (name) => typeMembers("str")!.get(name)?.result === "str"],
    [unhashable, (type) => [...typeMembers(type)!.values()].some(({ changes }) => changes)],
  ];
  expect(chosen.flatMap(([names, isRight]) => [...names].filter((name) => !isRight(name)))).toEqual([]);
});

test("every listed file method exists on files", () => {
  const file = typeMembers("TextIOWrapper")!;
  expect([...fileMethods].filter((name) => file.get(name)?.kind !== "function")).toEqual([]);
});

test("a translated call has the parameters of Python 3.13, so `count` may be a keyword", () => {
  expect(readSignatures().get("str.replace")!.parameters).toEqual(["old", "new", "/", "count="]);
});
