import { expect, test } from "vitest";
import { declaredBy } from "../../engine/declared-packages.ts";

function declared(given: Partial<Parameters<typeof declaredBy>[0]>) {
  const { requirements, problems } = declaredBy({ code: "", options: { packages: [] }, ...given });
  return { asked: requirements.map(({ text }) => text), problems };
}

const script = (...lines: string[]): string =>
  ["# /// script", ...lines.map((line) => `# ${line}`), "# ///", "import x"].join("\n");

test("options, the block in the code and files are read together, each package once", () => {
  const code = script(
    'requires-python = ">=3.11"',
    "dependencies = [",
    '  "rich",',
    '  "numpy==2.4.6",',
    "]",
  );
  const files = {
    "requirements.txt": "# ours\nnumpy==2.4.6  # pinned\n\nattrs \\\n  >=23\n",
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["httpx>=0.27"]\n',
  };
  expect(declared({ code, files, options: { packages: ["pandas", "rich"] } })).toEqual({
    asked: ["attrs>=23", "httpx>=0.27", "numpy==2.4.6", "pandas", "rich"],
    problems: [],
  });
});

test("the order in which packages are named does not matter", () => {
  const packages = ["b", "a", "c"];
  expect(declared({ options: { packages } })).toEqual(
    declared({ options: { packages: packages.toReversed() } }),
  );
});

test.for([
  ["a text that is no comment", "x = '''\n# /// script\n'''\n"],
  ["a block that does not end", "# /// script\n# dependencies = ['numpy']\nimport x\n"],
  ["a block of another kind", "# /// other\n# dependencies = ['numpy']\n# ///\n"],
  ["a block without dependencies", script('requires-python = ">=3.11"')],
])("%s declares nothing", ([, code]) => {
  expect(declared({ code: code! })).toEqual({ asked: [], problems: [] });
});

test.for([
  ["requirements.txt", "-r other.txt\nnumpy\n"],
  ["requirements.txt", "--index-url http://evil.example\n"],
  ["requirements.txt", "git+https://example.com/x.git\n"],
  ["requirements.txt", "-e .\n"],
  ["pyproject.toml", '[project]\ndependencies = "numpy"\n'],
  ["pyproject.toml", "[project\n"],
  ["pyproject.toml", '[project]\ndependencies = ["x @ file:///etc/passwd"]\n'],
])("a line that is no requirement is told with its file: %s %j", ([name, text]) => {
  const { problems } = declared({ files: { [name!]: text! } });
  expect(problems).toHaveLength(1);
  expect(problems[0]!.loc).toEqual(["files", name]);
  expect(problems[0]!.message).toMatch(/^must /);
});

test("a block that cannot be read is told", () => {
  expect(declared({ code: script("dependencies = [") }).problems).toMatchObject([{ loc: ["code"] }]);
  expect(declared({ code: `${script()}\n${script()}` }).problems).toMatchObject([{ loc: ["code"] }]);
});
