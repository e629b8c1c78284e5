import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt } from "../../parts/proof/receipts/check.ts";
import { config, containersOf, requireDocker } from "../support/sandbox.ts";
import { entrances } from "../support/entrances.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  await requireDocker();
  service = await openTestService({ env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE } });
  key = await service.createKey();
  await service.grant(key, 100_000);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await until(async () => (await containersOf(process.pid)).length === 0);
});

async function run(code: string, options: Record<string, unknown>): Promise<any> {
  const answer = await service.validateWhenFree(key, { code, mode: "execute", options });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const textOf = ({ base64 }: { base64: string }): string => Buffer.from(base64, "base64").toString();
const told = (verdict: any): string[] =>
  verdict.diagnostics
    .filter(({ rule }: { rule: string }) => rule === "python:no-output")
    .map(({ message }: { message: string }) => message);

/** A picture of one point, as Python's own library writes it. */
const program = `import csv
import struct
import zlib
from pathlib import Path


def piece(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    picture = piece(b"IHDR", header) + piece(b"IDAT", zlib.compress(bytes([0, 255, 0, 0]))) + piece(b"IEND", b"")
    Path("point.png").write_bytes(b"\\x89PNG\\r\\n\\x1a\\n" + picture)
    out = Path("out")
    out.mkdir()
    with (out / "table.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([["name", "count"], ["é", 1]])
    Path("notes.txt").write_text("done\\n", encoding="utf-8")


main()
`;

describe("files that are asked back", () => {
  test("are in the verdict with what they are, under its receipt", async () => {
    const verdict = await run(program, { outputs: ["point.png", "out/table.csv", "notes.txt"] });
    const { outputs } = verdict.runtime;
    expect(verdict).toMatchObject({ valid: true, runtime: { ran: true, returncode: 0 } });
    expect(outputs.map(({ path, media_type }: any) => [path, media_type])).toEqual([
      ["point.png", "image/png"],
      ["out/table.csv", "text/csv; charset=utf-8"],
      ["notes.txt", "text/plain; charset=utf-8"],
    ]);
    expect(textOf(outputs[1])).toBe("name,count\r\né,1\r\n");
    expect(textOf(outputs[2])).toBe("done\n");
    const check = async (answer: unknown) => checkReceipt(readExactJson(JSON.stringify(answer)));
    expect(await check(verdict)).toMatchObject({ ok: true });
    outputs[2].base64 = Buffer.from("gone\n").toString("base64");
    expect(await check(verdict)).toMatchObject({ ok: false });
  });

  test("are remembered with the answer, and asking for others is another call", async () => {
    const body = (outputs: string[]) => ({ code: program, mode: "execute", options: { outputs } });
    const first = await service.validateWhenFree(key, body(["notes.txt"]));
    const again = await service.validateWhenFree(key, body(["notes.txt"]));
    expect(again.headers.get("x-svc-repeat")).toBe("1");
    expect(again.body.runtime.outputs).toEqual(first.body.runtime.outputs);
    const other = await service.validateWhenFree(key, body(["point.png"]));
    expect(other.headers.get("x-svc-repeat")).toBeNull();
  });

  test("are not in the answer of a caller who asks for none, nor where nothing was run", async () => {
    const verdict = await run(program, {});
    expect(verdict.runtime).not.toHaveProperty("outputs");
    expect((await run(program, { outputs: [] })).runtime).not.toHaveProperty("outputs");
    const broken = await run("x = = 1 (\n", { outputs: ["notes.txt"], fixes: "safe" });
    expect(broken.runtime).not.toHaveProperty("outputs");
    const checked = await service.validateWhenFree(key, {
      code: "x = 1\n",
      mode: "static",
      options: { outputs: ["notes.txt"] },
    });
    expect(checked.body.runtime).not.toHaveProperty("outputs");
    expect(told(checked.body)).toEqual([]);
  });

  test("are those of the fixed code where it is fixed", async () => {
    const code = `def double(n: int) -> int:
    return n * 3


with open("two.txt", "w", encoding="utf-8") as stream:
    stream.write(str(double(1)))
`;
    const options = { outputs: ["two.txt"], examples: "assert double(2) == 4\nassert double(5) == 10" };
    const verdict = await run(code, options);
    expect(verdict.fixed_code).toContain("n * 2");
    expect(textOf(verdict.runtime.outputs[0])).toBe("2");
  });

  test("are told one by one where they are missing, and strict mode rejects that", async () => {
    const code = `import os\nos.mkdir("d")\nos.symlink("/etc/passwd", "p")\nwith open("big", "wb") as f:\n    f.write(bytes(2_000_000))\nwith open("ok", "wb") as f:\n    f.write(b"\\xff")\n`;
    const outputs = ["never.png", "d", "p", "big", "ok"];
    const verdict = await run(code, { outputs });
    expect(verdict.valid).toBe(true);
    expect(verdict.runtime.outputs).toEqual([
      { path: "ok", media_type: "application/octet-stream", base64: "/w==" },
    ]);
    expect(told(verdict)).toEqual([
      expect.stringMatching(/^`never\.png` was not written\./),
      expect.stringMatching(/^`d` is a folder\./),
      expect.stringMatching(/^`p` is a link/),
      expect.stringMatching(/^`big` does not fit: .* 1,000,000 bytes together\./),
    ]);
    expect(await run(code, { outputs, strict: true })).toMatchObject({ valid: false });
    expect(await run(code, { outputs: ["ok"], strict: true })).toMatchObject({ valid: true });
  });

  test("are given back where the program fails, as far as it came", async () => {
    const verdict = await run(`open("a.txt", "w").write("so far")\nraise SystemExit(3)\n`, {
      outputs: ["a.txt"],
    });
    expect(verdict).toMatchObject({ valid: false, runtime: { returncode: 3 } });
    expect(textOf(verdict.runtime.outputs[0])).toBe("so far");
  });

  test("may have a megabyte together, which is remembered, verified and shared as any answer", async () => {
    const code = `import os\nfor at in range(10):\n    with open(str(at), "wb") as f:\n        f.write(os.urandom(100_000))\n`;
    const request = { code, mode: "execute", options: { outputs: "0123456789".split("") } };
    const { body: verdict } = await service.validateWhenFree(key, request);
    expect(verdict.runtime.outputs.map(({ base64 }: any) => Buffer.from(base64, "base64").length)).toEqual(
      Array.from({ length: 10 }, () => 100_000),
    );
    const again = await service.validateWhenFree(key, request);
    expect(again.headers.get("x-svc-repeat")).toBe("1");
    expect(again.body.runtime).toEqual(verdict.runtime);
    const verified = await service.send("/v1/verify", { body: { response: verdict } });
    expect(await verified.json()).toMatchObject({ valid_signature: true });
    const shared = await service.send("/v1/verdicts", { key, body: { request, verdict } });
    expect(shared.status).toBe(201);
    const { id } = (await shared.json()) as { id: string };
    expect((await service.send(`/verdicts/${id}`, { headers: { accept: "text/html" } })).status).toBe(200);
  });

  test.for([["../x"], ["/etc/passwd"], ["a", "a"], Array.from({ length: 11 }, (_, at) => `f${at}`)])(
    "are refused before anything is charged: %j",
    async (outputs) => {
      const self = async () => ((await (await service.send("/v1/keys/self", { key })).json()) as any).credits;
      const before = await self();
      const body = { code: "x = 1\n", mode: "execute", options: { outputs } };
      const refused = await service.send("/v1/validate", { key, body });
      expect([refused.status, ((await refused.json()) as any).error]).toEqual([400, "bad_request"]);
      expect(await self()).toBe(before);
    },
  );

  test.for(entrances.map((entrance) => [entrance.name, entrance] as const))(
    "are in the answer by %s",
    async ([, entrance]) => {
      const job = { code: program, mode: "execute", options: { outputs: ["notes.txt"] } };
      const { verdict } = await entrance.ask(service, { key, job });
      expect(verdict!.runtime.outputs!.map(textOf)).toEqual(["done\n"]);
    },
  );
});
