import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openWarmService } from "../../support/services.ts";
import { clientFile, openStage, run } from "./stage.ts";

const inspect = `
import ast, json, sys
tree = ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 9))
modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
modules += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
print(json.dumps([name for name in modules if name.split(".")[0] not in sys.stdlib_module_names]))
`;

test("the client runs on Python 3.9, and needs only the standard library", async () => {
  const { code, stdout, stderr } = await run(["python3", "-I", "-c", inspect, clientFile]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual([]);
});

test("the client passes the service's own type check, in strict mode", async () => {
  const mypy = [".tools/python/bin/python", "-m", "mypy", "--strict", "--no-incremental"];
  const { code, stdout } = await run([...mypy, "--cache-dir=/dev/null", clientFile]);
  expect([code, stdout]).toEqual([0, "Success: no issues found in 1 source file\n"]);
});

test("--help shows examples, the environment and the exit codes", async () => {
  const { code, stdout } = await run(["python3", "-I", clientFile, "--help"]);
  expect(code).toBe(0);
  for (const word of ["--changed-against origin/main", "ASSAY_KEY_FILE", "exit code: 0", "--write"])
    expect(stdout).toContain(word);
});

test.for([
  [[], "name files or folders"],
  [["--mode", "execute", "a.py"], "invalid choice"],
  [["--write", "--mode", "static", "a.py"], "--write asks for mode repair"],
  [["a.py"], "Set the service's address"],
  [["--url", "file:///etc/passwd", "a.py"], "must look like https://"],
  [["--url", "http://user:word@127.0.0.1", "a.py"], "must look like https://"],
  [["--url", "http://127.0.0.1:port", "a.py"], "must look like https://"],
] as const)("called with %j the client sends nothing, says why and exits with 2", async ([args, reason]) => {
  const { code, stdout, stderr } = await run(["python3", "-I", clientFile, ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(reason);
});

test("GET /v1/client returns the client, which calls the service it came from", async () => {
  await using service = await openWarmService();
  await using stage = await openStage();
  const response = await service.send("/v1/client");
  expect(response.headers.get("content-type")).toBe("text/x-python; charset=utf-8");
  const program = await response.text();
  expect(program.replace(`DEFAULT_URL = "${service.url}"`, 'DEFAULT_URL = ""')).toBe(
    readFileSync(clientFile, "utf8"),
  );
  await stage.write({ "downloaded.py": program, "app.py": "x = 1\n" });
  const { code, stdout } = await run(["python3", "-I", "downloaded.py", "app.py"], {
    cwd: stage.folder,
    env: { HOME: stage.folder },
  });
  expect([code, stdout]).toEqual([0, "ok         app.py\nassay: 1 file: 1 accepted\n"]);
});

test("an address cannot inject code into the program", async () => {
  await using service = await openWarmService({
    env: { BASE_URL: 'https://assay.example/"$&\\"+__import__("os").system("x")#' },
  });
  const program = await (await service.send("/v1/client")).text();
  const read = `import ast, sys
tree = ast.parse(sys.stdin.read())
print([ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "DEFAULT_URL"][0])`;
  const { stdout } = await run(["python3", "-I", "-c", read], { stdin: program });
  expect(stdout.trimEnd()).toBe(service.parts.config.BASE_URL);
});
