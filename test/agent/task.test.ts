import { describe, expect, test } from "vitest";
import { readTask } from "../../agent/verdicts/task.ts";
import { toolNames } from "../../agent/verdicts/tools.ts";
import { processorMs } from "../support/processor-time.ts";

const read = (content: unknown, offered = toolNames as readonly (typeof toolNames)[number][]) =>
  readTask(
    new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)),
    offered,
  );
const validate = (prompt: unknown, more: object = {}) =>
  read({ prompt, tool: "python_code_validator", ...more });
const codeOf = ({ task }: ReturnType<typeof read>) => ("body" in task ? task.body["code"] : task.unreadable);
const optionsOf = ({ task }: ReturnType<typeof read>) =>
  "body" in task ? task.body["options"] : task.unreadable;

describe("the tool", () => {
  test.each([
    ["python_code_validator", "static"],
    ["python_code_repair", "repair"],
    ["python_code_execute", "execute"],
  ])("%s uses mode %s", (tool, mode) => {
    const reading = read({ prompt: "x = 1\n", tool });
    expect(reading).toMatchObject({
      tool,
      mode,
      task: { body: { code: "x = 1\n", mode }, prompt: "x = 1\n" },
    });
  });

  test.each(["python", "toString", "__proto__", "", "PYTHON_CODE_VALIDATOR"])("%j is unknown", (tool) => {
    const { tool: taken, mode, task } = read({ prompt: "x = 1\n", tool });
    expect({ taken, mode }).toEqual({ taken: undefined, mode: undefined });
    expect(task).toEqual({ unreadable: expect.stringContaining("python_code_validator") });
  });

  test("is reported as not named when it is missing or not a string", () => {
    for (const tool of [undefined, 5, ["python_code_validator"], {}])
      expect(codeOf(read({ prompt: "x = 1\n", tool }))).toMatch(/^No tool is named; use one of python_code/);
  });

  test("is refused when this mech does not offer it, with the list of those that it does", () => {
    const told = codeOf(read({ prompt: "x = 1\n", tool: "python_code_execute" }, ["python_code_validator"]));
    expect(told).toBe('There is no tool "python_code_execute" here; use one of python_code_validator.');
  });
});

const filesOf = ({ task }: ReturnType<typeof read>) =>
  "body" in task ? task.body["files"] : task.unreadable;

test("files come from the prompt or from a field beside it, as an object or as JSON text, with their options", () => {
  const files = { "pricing.py": "x = 1\n" };
  const inside = validate({ code: "y = 2\n", files, options: { path: "app.py", pytest: true } });
  expect(filesOf(inside)).toEqual(files);
  expect(optionsOf(inside)).toEqual({ path: "app.py", pytest: true });
  expect(filesOf(validate(JSON.stringify({ code: "y = 2\n", files })))).toEqual(files);
  const beside = validate("y = 2\n", { files: JSON.stringify(files), pytest: "true" });
  expect(filesOf(beside)).toEqual(files);
  expect(optionsOf(beside)).toEqual({ pytest: true });
  expect(filesOf(validate("y = 2\n"))).toBeUndefined();
});

test("unreadable files are left for the service to refuse", () => {
  expect(filesOf(validate("y = 2\n", { files: "pricing.py" }))).toBe("pricing.py");
  expect(filesOf(validate({ code: "y = 2\n", files: ["pricing.py"] }))).toEqual(["pricing.py"]);
});

describe("the code", () => {
  test("is the prompt as it is", () => {
    expect(codeOf(validate("  x = 1\r\n\n"))).toBe("  x = 1\r\n\n");
  });

  test("comes from a prompt that is JSON text with code and options", () => {
    const reading = validate(
      JSON.stringify({ code: "y = 2\n", options: { timeout_s: 3, examples: "1 + 1 == 2" } }),
    );
    expect(codeOf(reading)).toBe("y = 2\n");
    expect(optionsOf(reading)).toEqual({ timeout_s: 3, examples: "1 + 1 == 2" });
  });

  test("comes from a prompt that is an object", () => {
    expect(codeOf(validate({ code: "y = 2\n" }))).toBe("y = 2\n");
  });

  test("comes from its own field beside the prompt", () => {
    expect(codeOf(validate("Please check this.", { code: "z = 3\n" }))).toBe("z = 3\n");
  });

  test("is the whole JSON when the JSON has no code field", () => {
    for (const prompt of ['{"a": 1}', "[1, 2]", '"text"', "5", '{"code": 5}'])
      expect(codeOf(validate(prompt))).toBe(prompt);
  });

  test.each([undefined, null, 5, "", " \n\t", {}, [], { code: 5 }, { code: "" }, true])(
    "is missing when the prompt is %j",
    (prompt) => {
      const reading = validate(prompt);
      expect(reading).toMatchObject({ tool: "python_code_validator", mode: "static" });
      expect(codeOf(reading)).toMatch(/^The request has no code/);
    },
  );

  test.each([
    ["```\nx = 1\n```", "x = 1\n"],
    ["```python\nx = 1\n```\n", "x = 1\n"],
    ['\n  ```py title="a.py"\r\nx = 1\r\n```  \r\n', "x = 1\r\n"],
    ["~~~\nx = 1\n~~~", "x = 1\n"],
    ["~~~~python\nx = 1\n~~~\ny = 2\n~~~~", "x = 1\n~~~\ny = 2\n"],
    ["````\n```\nx\n```\n````", "```\nx\n```\n"],
    ["```\n```", ""],
  ])("loses the fence around it: %j", (prompt, code) => {
    expect(codeOf(validate(prompt))).toBe(code);
  });

  test.each([
    "x = '''\n```\n'''\n",
    "Here it is:\n```\nx = 1\n```",
    "```\nx = 1\n",
    "```x = 1```",
    "~~~\nx = 1\n```",
    "```\na\n```\nand\n```\nb\n```",
  ])("keeps a fence that does not enclose all of it: %j", (prompt) => {
    expect(codeOf(validate(prompt))).toBe(prompt);
  });

  test("loses the fence inside a JSON prompt, too", () => {
    expect(codeOf(validate(JSON.stringify({ code: "```python\nx = 1\n```" })))).toBe("x = 1\n");
  });

  test.each([
    `${"~".repeat(400_000)}\n${"\n".repeat(400_000)}x`,
    `${"`".repeat(400_000)}\n${"\n`".repeat(200_000)}x`,
    `${" ".repeat(800_000)}x`,
    `\`\`\`\n${"```  \n".repeat(100_000)}x`,
  ])("is read in time linear in its length (%#)", (prompt) => {
    expect(processorMs(() => expect(codeOf(validate(prompt))).toBe(prompt))).toBeLessThan(1000);
  });
});

describe("options", () => {
  test("are read as text and as values when they are beside the prompt", () => {
    const numbers = { timeout_s: 5, max_iterations: 2, min_confidence: 0.9 };
    const typed = { ...numbers, optimize: true, strict: false, expected_output: "2\n" };
    const text = {
      timeout_s: "5",
      min_confidence: "0.9",
      max_iterations: "2",
      optimize: "True",
      strict: "false",
      expected_output: "2\n",
    };
    expect(optionsOf(validate("x", typed))).toEqual(typed);
    expect(optionsOf(validate("x", text))).toEqual(typed);
  });

  test("name the files to be given back as a list, or as JSON text of one", () => {
    const outputs = ["chart.png", "out/table.csv"];
    expect(optionsOf(validate("x", { outputs }))).toEqual({ outputs });
    expect(optionsOf(validate("x", { outputs: JSON.stringify(outputs) }))).toEqual({ outputs });
    expect(optionsOf(validate("x", { options: { outputs } }))).toEqual({ outputs });
    const packages = ["numpy", "pandas>=2,<3"];
    expect(optionsOf(validate("x", { packages: JSON.stringify(packages) }))).toEqual({ packages });
    for (const other of ["chart.png", '{"0": "chart.png"}', "[chart.png]"])
      expect(optionsOf(validate("x", { outputs: other }))).toEqual({ outputs: other });
  });

  test("can be grouped, as an object or as JSON text", () => {
    expect(optionsOf(validate("x", { options: { timeout_s: 1.5 } }))).toEqual({ timeout_s: 1.5 });
    expect(optionsOf(validate("x", { options: '{"timeout_s": "1.5"}' }))).toEqual({ timeout_s: 1.5 });
  });

  test("are taken from the prompt rather than from beside it", () => {
    const prompt = { code: "x", options: { examples: "inner" } };
    const options = optionsOf(validate(prompt, { examples: "outer", timeout_s: 2 }));
    expect(options).toEqual({ examples: "inner", timeout_s: 2 });
  });

  test("with an invalid number stay as they were written, and are refused by name", () => {
    for (const timeout_s of ["soon", "Infinity", "1e999", ""])
      expect(optionsOf(validate("x", { timeout_s }))).toEqual({ timeout_s });
  });

  test("stay text where text is expected, even if they look like numbers", () => {
    expect(optionsOf(validate("x", { expected_output: "5", examples: "true" }))).toEqual({
      expected_output: "5",
      examples: "true",
    });
  });

  test("are ignored when their names are unknown", () => {
    const content =
      '{"tool":"python_code_validator","prompt":"x","options":{"__proto__":{"a":1},"mode":"execute","x":2}}';
    const options = optionsOf(read(content)) as object;
    expect(Object.keys(options)).toEqual([]);
    expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
  });

  test("are ignored when they are not an object", () => {
    for (const options of [[], "soon", 5, null, "[1]"])
      expect(optionsOf(validate("x", { options }))).toEqual({});
  });
});

describe("content that is not a request", () => {
  test.each([
    "",
    "x = 1",
    "[]",
    '[{"tool":"python_code_validator"}]',
    "null",
    "5",
    '"text"',
    '{"a":1} {"b":2}',
  ])("is reported as such: %j", (content) => {
    expect(read(content)).toEqual({ task: { unreadable: "The request's content is not a JSON object." } });
  });

  test("is reported as such when it is not UTF-8", () => {
    const content = Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(readTask(content, toolNames)).toEqual({
      task: { unreadable: expect.stringMatching(/not a JSON object/) },
    });
  });

  test("does not reach inherited properties of objects", () => {
    const content = '{"__proto__":{"tool":"python_code_validator","prompt":"x"}}';
    expect(codeOf(read(content))).toMatch(/^No tool is named/);
    expect(({} as Record<string, unknown>)["tool"]).toBeUndefined();
  });
});

describe("content that is nested too deeply", () => {
  const nested = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const content = (fields: string) => `{"tool":"python_code_validator",${fields}}`;

  test.each([
    ["as an option", content(`"prompt":"x","examples":${nested}`)],
    ["among the options", content(`"prompt":"x","options":{"examples":${nested}}`)],
    ["in a prompt that is an object", content(`"prompt":{"code":"x","examples":${nested}}`)],
    [
      "in a prompt that is JSON text",
      JSON.stringify({ tool: "python_code_validator", prompt: `{"code":"x","examples":${nested}}` }),
    ],
    ["as the prompt", content(`"prompt":${nested}`)],
    ["in a field that is not read", content(`"prompt":"x","request_context":${nested}`)],
  ])("can still be stored, %s", (_, text) => {
    const reading = read(text);
    expect(JSON.stringify(reading).length).toBeLessThan(text.length + 1000);
  });

  test("is refused from thirty-one levels, and read below that", () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const asking = (levels: number) => read(content(`"prompt":"x","examples":${deep(levels)}`));
    expect(optionsOf(asking(30))).toEqual({ examples: JSON.parse(deep(30)) });
    expect(codeOf(asking(31))).toMatch(/nested too deeply/);
  });
});
