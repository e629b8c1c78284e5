import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CodeLensRequest,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  ExecuteCommandRequest,
  HoverRequest,
  type MarkupContent,
} from "vscode-languageserver-protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { childrenOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { startLsp, type LspClient } from "./lsp-client.ts";
import { openCliStage, programs } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const env = { HOME: home, DOCKER_HOST: "unix:///nonexistent/docker.sock" };
const stage = openCliStage({}, home);
const { valid, warned, wrong, dangerous } = programs;
const codesOf = (found: readonly { code?: unknown }[]): unknown[] => found.map(({ code }) => code);
const at = (line: number, character: number) => ({ line, character });
let client: LspClient;

// One warm server for all of them, as an editor has it.
beforeAll(async () => {
  client = await startLsp(stage.folder, env);
});
afterAll(async () => client[Symbol.asyncDispose]());

describe("diagnostics", () => {
  test("arrive when a document is opened, with range, severity and rule", async () => {
    const found = await client.open("wrong.py", wrong).diagnostics();
    expect(found).toEqual([
      {
        range: { start: at(1, 21), end: at(1, 22) },
        severity: 1,
        source: "assay",
        code: "mypy:operator",
        codeDescription: { href: "https://mypy.readthedocs.io/en/stable/_refs.html#code-operator" },
        message: 'Unsupported operand types for + ("int" and "str")',
      },
    ]);
  });

  test("follow incremental changes, and only the last of many is checked", async () => {
    const document = client.open("typed.py", valid);
    expect(await document.diagnostics()).toEqual([]);
    const before = client.published.length;
    for (const word of ["i", "m", "p", "o", "r", "t", " ", "o", "s"]) {
      const end = document.text().indexOf("def ");
      document.change({ range: { start: at(0, end), end: at(0, end) }, text: word });
    }
    document.change({ range: { start: at(0, 9), end: at(0, 9) }, text: "\n\n\n" });
    expect(codesOf(await document.diagnostics())).toEqual(["ruff:F401"]);
    const versions = client.published.slice(before).filter(({ uri }) => uri === document.uri);
    expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([document.version()]));
  });

  test("arrive on save without waiting for a pause in typing", async () => {
    const document = client.open("saved.py", valid);
    await document.diagnostics();
    document.change({ text: warned });
    document.save();
    expect(codesOf(await document.diagnostics())).toEqual(["ruff:F401"]);
  });

  test("count columns as editors do", async () => {
    const document = client.open("wide.py", 'mark = "\u{1f600}" + undefined_name\n');
    const [found] = await document.diagnostics();
    expect(found).toMatchObject({ code: "ruff:F821", range: { start: at(0, 14), end: at(0, 28) } });
  });

  test("name the weakness of a security finding, on its whole line", async () => {
    const found = await client.open("dangerous.py", dangerous).diagnostics();
    expect(found).toContainEqual(
      expect.objectContaining({
        range: { start: at(4, 4), end: at(4, 44) },
        message: expect.stringContaining("(CWE-78)"),
      }),
    );
  });

  test("are cleared when the document is closed", async () => {
    const document = client.open("closed.py", wrong);
    expect(await document.diagnostics()).toHaveLength(1);
    await client.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: document.uri },
    });
    await until(() => client.published.at(-1)!.diagnostics.length === 0);
    expect(client.published.at(-1)).toEqual({ uri: document.uri, diagnostics: [] });
  });

  test("obey [tool.assay], also after it changes, and a mistake in it is reported", async () => {
    stage.write({ "pyproject.toml": '[tool.assay]\nignore = ["F401"]\nexclude = ["out/"]\n' });
    const document = client.open("configured.py", warned);
    expect(await document.diagnostics()).toEqual([]);
    expect(await client.open("out/excluded.py", wrong).diagnostics()).toEqual([]);
    const reread = async (toml: string): Promise<void> => {
      stage.write({ "pyproject.toml": toml });
      await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
    };
    const latest = (): unknown[] =>
      client.published
        .findLast(({ uri }) => uri === document.uri)!
        .diagnostics.map(({ code, message }) => code ?? message);
    await reread("");
    await until(() => latest()[0] === "ruff:F401");
    await reread("[tool.assay\n");
    await until(() => /^Not checked: .*pyproject\.toml.*not valid TOML/.test(String(latest()[0])));
    expect(client.shown.filter((message) => message.includes("not valid TOML"))).toHaveLength(1);
    await reread("");
    await until(() => latest()[0] === "ruff:F401");
  });

  test("use the modules that a document imports from its folder, and cover that document only", async () => {
    stage.write({ "beside.py": "import os\n\n\ndef double(n: int) -> int:\n    return n * 2\n" });
    const found = await client
      .open("importing.py", 'from beside import double\n\nprint(double("2"))\n')
      .diagnostics();
    expect(codesOf(found)).toEqual(["mypy:arg-type"]);
  });

  test("are sent for documents that are not in a file", async () => {
    expect(codesOf(await client.open("untitled:Untitled-1", wrong).diagnostics())).toEqual(["mypy:operator"]);
  });
});

describe("quick fixes", () => {
  const two = 'import os\n\n\ndef greet() -> str:\n    return f"hello"\n';

  test("fix one finding and leave the others", async () => {
    const document = client.open("two.py", two);
    const diagnostics = await document.diagnostics();
    expect(codesOf(diagnostics)).toEqual(["ruff:F401", "ruff:F541"]);
    const [only, all] = await document.actions({ diagnostics: [diagnostics[1]!] }, 4);
    expect(only).toMatchObject({ kind: "quickfix", isPreferred: true, diagnostics: [{ code: "ruff:F541" }] });
    expect(document.applied(only!)).toBe(two.replace('f"', '"'));
    expect(all).toMatchObject({ title: "Fix all that Assay can fix", kind: "quickfix" });
    const fixed = document.applied(all!);
    expect(fixed).not.toContain("import os");
    expect(fixed).toContain('return "hello"');
  });

  test("fix all findings at once, in the line endings of the document", async () => {
    const document = client.open("windows.py", two.replaceAll("\n", "\r\n"));
    await document.diagnostics();
    const actions = await document.actions({ diagnostics: [], only: ["source.fixAll"] });
    expect(actions).toMatchObject([{ kind: "source.fixAll.assay" }]);
    const fixed = document.applied(actions[0]!);
    expect(fixed).toContain('return "hello"\r\n');
    expect(fixed.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    document.change({ text: fixed });
    expect(await document.diagnostics()).toEqual([]);
  });

  test("state their kind; on save only those that keep the behaviour are applied", async () => {
    const text = "import os\n\n\ndef add(item, into=[]):\n    into.append(item)\n    return itno\n";
    const document = client.open("kinds.py", text);
    const diagnostics = await document.diagnostics();
    const actions = await document.actions({ diagnostics });
    const kinds = actions
      .filter(({ isPreferred }) => isPreferred !== undefined)
      .map(({ data }) => String(data.kind));
    expect(kinds.toSorted()).toEqual(["certain", "changing", "preserving"]);
    const [onSave] = await document.actions({ diagnostics: [], only: ["source.fixAll"] });
    expect(document.applied(onSave!)).toBe(text.replace("import os\n", ""));
  });

  test("leave a text alone while it does not parse", async () => {
    const document = client.open("typed.py", "x = 1\n");
    await document.diagnostics();
    document.change({ text: "def area(r)\n    return r\n" });
    const diagnostics = await document.diagnostics();
    expect(diagnostics).not.toEqual([]);
    expect(await document.actions({ diagnostics })).toEqual([]);
  });

  test("are not offered when there is nothing to fix, or for no diagnostics", async () => {
    const document = client.open("nothing.py", wrong);
    const diagnostics = await document.diagnostics();
    expect(await document.actions({ diagnostics })).toEqual([]);
    expect(await document.actions({ diagnostics: [] })).toEqual([]);
  });

  test("work in a last line without a line ending", async () => {
    const document = client.open("open-end.py", 'def greet() -> str:\n    return f"hello"');
    const diagnostics = await document.diagnostics();
    const [action] = await document.actions({
      diagnostics: diagnostics.filter(({ code }) => code === "ruff:F541"),
    });
    expect(document.applied(action!)).toMatch(/^ {4}return "hello"\n?$/m);
  });
});

describe("hover", () => {
  test("shows the page of a rule at a finding, and nothing elsewhere", async () => {
    const document = client.open(
      "hovered.py",
      'import subprocess\n\n\ndef go(name: str) -> None:\n    subprocess.run(["sh", "-c", "ls " + name])\n',
    );
    const [found] = await document.diagnostics();
    const ask = async (line: number) =>
      client.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri: document.uri },
        position: at(line, found!.range.start.character),
      });
    const { value } = (await ask(found!.range.start.line))!.contents as MarkupContent;
    expect(value).toContain(`**${String(found!.code)}**`);
    expect(value).toContain("## What it finds");
    expect(await ask(0)).toBeNull();
  });
});

describe("examples of docstrings", () => {
  const fizz =
    'def fizz(n: int) -> str:\n    """Says Fizz.\n\n    >>> fizz(3)\n    \'Fizz\'\n    >>> fizz(1)\n    \'1\'\n    """\n    return "Fizz" if n % 3 == 0 else str(n)\n';

  test("have a code lens above their definition", async () => {
    const document = client.open("lens.py", `X = 1\n\n\n${fizz}`);
    const lenses = await client.connection.sendRequest(CodeLensRequest.type, {
      textDocument: { uri: document.uri },
    });
    expect(lenses).toEqual([
      {
        range: { start: at(3, 0), end: at(3, 0) },
        command: { title: "Run 2 examples", command: "assay.runExamples", arguments: [document.uri, 4] },
      },
    ]);
  });

  test("are not run without Docker, and the user sees why", async () => {
    const document = client.open("no-docker.py", fizz);
    await client.connection.sendRequest(ExecuteCommandRequest.type, {
      command: "assay.runExamples",
      arguments: [document.uri, 1],
    });
    expect(client.shown.at(-1)).toContain("Running code needs Docker");
  });
});

describe("the server", () => {
  test("introduces itself, and logs to the editor", async () => {
    expect(client.introduced.serverInfo).toMatchObject({ name: "assay" });
    await until(() => client.logged.includes("The engine is ready."));
  });

  test("survives messages that mean nothing", async () => {
    const send = (body: string): void =>
      client.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    client.write("Nonsense: 1\r\n\r\n");
    // After an unreadable header, the next message is read when it arrives.
    await until(() => client.logged.some((message) => message.includes("Content-Length")));
    for (const body of [
      "{not json",
      "[]",
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":null}',
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///nosuch.py","version":2},"contentChanges":[{"text":"x"}]}}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"%%%","languageId":"python","version":1,"text":"x = 1\\n"}}}',
      '{"jsonrpc":"2.0","id":"odd","method":"textDocument/hover","params":{}}',
      '{"jsonrpc":"2.0","id":"odder","method":"no/such/method"}',
    ])
      send(body);
    await expect(
      client.connection.sendRequest(ExecuteCommandRequest.type, { command: "nosuch" }),
    ).rejects.toThrow("Unknown command");
    const document = client.open("after.py", "def broken(:\n");
    expect(await document.diagnostics()).not.toEqual([]);
    document.change({ range: { start: at(90, 3), end: at(99, 9) }, text: "\u0000\ud800" });
    expect(await document.diagnostics()).not.toEqual([]);
    document.change({ text: wrong });
    expect(codesOf(await document.diagnostics())).toEqual(["mypy:operator"]);
  });

  test.for([
    ["shutDown", 0],
    ["exit", 1],
    ["close", 1],
  ] as const)("exits after %s with %i, and leaves no process behind", async ([how, status]) => {
    const { folder } = openCliStage({}, home);
    await using other = await startLsp(folder, env);
    await other.open("a.py", wrong).diagnostics();
    const children = childrenOf(other.pid);
    expect(children).not.toEqual([]);
    expect(await (how === "shutDown" ? other.shutDown() : other.leave(how))).toBe(status);
    await until(() => children.every((pid) => !existsSync(`/proc/${pid}`)));
  });
});
