import { beforeAll, expect, test } from "vitest";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";
import { fixed } from "./repairing.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

test("a multi-line string keeps its text when its statement is indented", async () => {
  const before =
    'def put(path, name):\n    f = open(path, "w")\n    f.write(f"""a\n  {name}\n\tb\n""")\n    return name\n';
  const after =
    'def put(path, name):\n    with open(path, "w") as f:\n        f.write(f"""a\n  {name}\n\tb\n""")\n    return name\n';
  expect(await fixed(repairer, "unclosed-file", before)).toBe(after);
});

test("adjacent strings on separate lines move with their statement", async () => {
  const before =
    'def put(path):\n    f = open(path, "w")\n    f.write("a"\n            \'b"\'\n            "c")\n';
  const after =
    'def put(path):\n    with open(path, "w") as f:\n        f.write("a"\n                \'b"\'\n                "c")\n';
  expect(await fixed(repairer, "unclosed-file", before)).toBe(after);
});

test("a file write with a backslash-continued string is not moved", async () => {
  const text = 'def put(path):\n    f = open(path, "w")\n    f.write("a\\\n    b")\n';
  expect(await fixed(repairer, "unclosed-file", text)).toBe(text);
});

test("a file write with adjacent multi-line strings is not moved", async () => {
  const text = 'def put(path):\n    f = open(path, "w")\n    f.write("""a\nb""" """c\n""")\n';
  expect(await fixed(repairer, "unclosed-file", text)).toBe(text);
});

test("a comment between the statements is indented with them", async () => {
  const before = "def load(path):\n    f = open(path)  # here\n    # all of it\n    return f.read()  # now\n";
  const after =
    "def load(path):\n    with open(path) as f:  # here\n        # all of it\n        return f.read()  # now\n";
  expect(await fixed(repairer, "unclosed-file", before)).toBe(after);
});

test("statements on one line stay on one line", async () => {
  const before = "def load(path):\n    f = open(path); text = f.read()\n    return text\n";
  const after = "def load(path):\n    with open(path) as f: text = f.read()\n    return text\n";
  expect(await fixed(repairer, "unclosed-file", before)).toBe(after);
});

test("a name already in use is not given to the file", async () => {
  const before = "def load(path, file):\n    return open(path).read() + file\n";
  expect(await fixed(repairer, "unclosed-file", before)).toBe(before);
  const plain = "def load(path, file):\n    print(file)\n    return open(path).read()\n";
  expect(await fixed(repairer, "unclosed-file", plain)).toBe(
    "def load(path, file):\n    print(file)\n    with open(path) as handle:\n        return handle.read()\n",
  );
});
