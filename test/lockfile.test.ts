import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type LockedPackage = { resolved?: string; optionalDependencies?: Record<string, string> };

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/** Where Node would look for a package that the one at this place asks for. */
function placesFor(name: string, from: string): string[] {
  const folders = from
    .split("/node_modules/")
    .map((_, n, parts) => parts.slice(0, n + 1).join("/node_modules/"));
  return ["", ...folders.filter(Boolean).map((folder) => `${folder}/`)].map(
    (folder) => `${folder}node_modules/${name}`,
  );
}

// npm writes only this machine's platform when a lock file is made over an existing node_modules.
test("packages of every platform are locked, not only those of the machine that wrote the file", () => {
  const holes = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesFor(name, place).some((candidate) => candidate in packages))
      .map((name) => `${place} asks for ${name}`),
  );
  expect(holes).toEqual([]);
});

test.for(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"])(
  "native tools are locked for %s",
  (platform) => {
    const tools = [
      "@oxlint/binding",
      "@oxfmt/binding",
      "@rolldown/binding",
      "@oxlint-tsgolint",
      "@typescript/typescript",
    ];
    for (const tool of tools) {
      expect(
        Object.keys(packages).filter((place) => place.includes(tool) && place.includes(platform)),
      ).not.toEqual([]);
    }
  },
);

test("the lock file names no registry", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});
