import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  DiagnosticRefreshRequest,
  DocumentDiagnosticRequest,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
  WorkspaceDiagnosticRequest,
} from "vscode-languageserver-protocol";
import { describe, expect, test } from "vitest";
import type { CheckedFile } from "../../cli/finding.ts";
import { until } from "../support/until.ts";
import { startLsp } from "./lsp-client.ts";
import { openCliStage } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const prices = "import os\n\n\ndef total(prices: list[int]) -> int:\n    return sum(prices)\n";
const main = "from shop.prices import total\n\nprint(total([1]))\n";
const files = {
  "pyproject.toml": '[tool.ruff.lint]\nselect = ["F", "I"]\n\n[tool.mypy]\nstrict = true\n',
  "shop/__init__.py": "",
  "shop/prices.py": prices,
  "shop/main.py": main,
};
const codesOf = (found: readonly { code?: unknown }[]): string[] => found.map(({ code }) => String(code));

describe("in an editor, a project", () => {
  test("has the findings of `assay check`, by the settings of its tools", async () => {
    const { folder, assay, write } = openCliStage(files, home);
    write({ "shop/untyped.py": "def f(a):\n    return a\n" });
    await using client = await startLsp(folder, { HOME: home });
    const document = client.open("shop/untyped.py", "def f(a):\n    return a\n");
    const other = client.open("shop/prices.py", prices);
    const shown = [...(await document.diagnostics()), ...(await other.diagnostics())];
    const { out } = await assay(["check", "--format", "json", "--no-cache"]);
    const checked = (JSON.parse(out) as { files: CheckedFile[] }).files;
    expect(codesOf(shown).toSorted()).toEqual(
      checked.flatMap(({ findings }) => findings.map(({ rule }) => rule)).toSorted(),
    );
    expect(codesOf(shown)).toEqual(expect.arrayContaining(["mypy:no-untyped-def", "ruff:F401"]));
    expect(shown.find(({ code }) => code === "ruff:F401")).toMatchObject({
      codeDescription: { href: expect.stringContaining("/F401/") },
      tags: [1],
    });
  });

  test("shows in every open file what a change that is not saved breaks there, and takes it back", async () => {
    const { folder } = openCliStage(files, home);
    await using client = await startLsp(folder, { HOME: home });
    const changed = client.open("shop/prices.py", prices);
    const affected = client.open("shop/main.py", main);
    await changed.diagnostics();
    expect(await affected.diagnostics()).toEqual([]);
    changed.change({ text: prices.replace("list[int]", "list[str]").replace("sum", "len") });
    await changed.diagnostics();
    expect(codesOf(await affected.diagnostics())).toEqual(["mypy:list-item"]);
    changed.change({ text: prices });
    await changed.diagnostics();
    expect(await affected.diagnostics()).toEqual([]);
  });

  test("is told in two stages: at once without types, where those of unchanged lines stay, then with them", async () => {
    const { folder } = openCliStage(files, home);
    await using client = await startLsp(folder, { HOME: home });
    const text = `${main}first: int = "a"\n`;
    const document = client.open("shop/main.py", text);
    expect(codesOf(await document.firstDiagnostics())).toEqual([]);
    expect(codesOf(await document.diagnostics())).toEqual(["mypy:assignment"]);
    document.change({ text: `import sys\n${text}second: int = "b"\n` });
    const first = await document.firstDiagnostics();
    expect(first.map(({ code, range }) => [code, range.start.line])).toEqual(
      expect.arrayContaining([
        ["ruff:F401", 0],
        ["mypy:assignment", 4],
      ]),
    );
    const lines = (await document.diagnostics()).filter(({ code }) => code === "mypy:assignment");
    expect(lines.map(({ range }) => range.start.line)).toEqual([4, 5]);
  });

  test("follows what others write to the disk, and shows how far the first look is", async () => {
    const { folder, write } = openCliStage(files, home);
    const progress: string[] = [];
    await using client = await startLsp(folder, { HOME: home }, undefined, {
      window: { workDoneProgress: true },
    });
    client.connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      client.connection.onProgress(WorkDoneProgress.type, token, ({ kind }) => void progress.push(kind));
    });
    const document = client.open("shop/main.py", main);
    expect(await document.diagnostics()).toEqual([]);
    await until(() => progress.at(-1) === "end");
    expect(progress.at(0)).toBe("begin");
    expect(client.watched).toEqual(expect.arrayContaining(["**/*.{py,pyi}", "**/{.ruff,ruff}.toml"]));
    write({ "shop/prices.py": prices.replace("list[int]", "list[str]").replace("sum", "len") });
    await client.changeOnDisk("shop/prices.py");
    await until(() => codesOf(client.published.at(-1)!.diagnostics).includes("mypy:list-item"));
    write({ "mypy.ini": "[mypy]\ndisable_error_code = list-item\n" });
    await client.changeOnDisk("mypy.ini");
    await until(() => client.published.at(-1)!.diagnostics.length === 0);
  });
});

describe("an editor that asks for diagnostics", () => {
  test("is sent none, and is answered for a document, for the workspace, and only with what is new", async () => {
    const { folder } = openCliStage(files, home);
    await using client = await startLsp(folder, { HOME: home }, undefined, {
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    });
    let refreshed = 0;
    client.connection.onRequest(DiagnosticRefreshRequest.type, () => void (refreshed += 1));
    expect(client.introduced.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: true });
    const { uri } = client.open("shop/main.py", `${main}wrong: int = "a"\n`);
    const ask = async (previousResultId?: string) =>
      client.connection.sendRequest(DocumentDiagnosticRequest.type, {
        textDocument: { uri },
        ...(previousResultId !== undefined && { previousResultId }),
      });
    let report = await ask();
    if (report.kind === "full" && report.items.length === 0) {
      await until(() => refreshed > 0);
      report = await ask(report.resultId);
    }
    expect(report).toMatchObject({ kind: "full", items: [{ code: "mypy:assignment" }] });
    expect(await ask(report.resultId)).toMatchObject({ kind: "unchanged", resultId: report.resultId });
    const workspace = await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, {
      previousResultIds: [],
    });
    const unopened = pathToFileURL(join(folder, "shop/prices.py")).href;
    expect(workspace.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uri: unopened, items: [expect.objectContaining({ code: "ruff:F401" })] }),
      ]),
    );
    expect(client.published).toEqual([]);
  });
});
