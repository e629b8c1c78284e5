import { describe, expect, test } from "vitest";
import { toolNames } from "../agent/verdicts/tools.ts";
import { Options } from "../engine/job.ts";
import { toolList } from "../scripts/register/tool-list.ts";

const listed = (tools: readonly (typeof toolNames)[number][] = toolNames): any =>
  JSON.parse(toolList({ baseUrl: "https://assay.example", tools }));

describe("the list of tools", () => {
  test("has the fields that readers of the marketplace look for", () => {
    expect(listed()).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      inputFormat: "ipfs-v0.1",
      outputFormat: "ipfs-v0.1",
      image: "https://assay.example/icon.svg",
      tools: ["python_code_validator", "python_code_repair", "python_code_execute"],
    });
  });

  test("describes each tool that it names, and no other", () => {
    const { tools, toolMetadata } = listed();
    expect(Object.keys(toolMetadata)).toEqual(tools);
    for (const name of tools) expect(toolMetadata[name].name).toBe(name);
  });

  test.for(toolNames)("describes the input and the output of %s", (name) => {
    const { input, output, description } = listed().toolMetadata[name];
    expect(input).toMatchObject({ type: "text", prompt: expect.stringContaining("Python source") });
    // Clients show each as a row of text.
    for (const text of Object.values(input).slice(1)) expect(text).toMatch(/^.{20,}[.]$/);
    expect(output).toMatchObject({
      type: expect.any(String),
      description: expect.stringMatching(/^.{20,}$/),
    });
    expect(description).toMatch(/^[A-Z].+\.$/);
  });

  test.for(toolNames)("has a schema for %s in the required form: all properties required", (name) => {
    const { schema } = listed().toolMetadata[name].output;
    expect(schema.type).toBe("object");
    expect(listed().toolMetadata[name].output.properties).toEqual(schema.properties);
    expect(schema.required).toHaveLength(Object.keys(schema.properties).length);
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(["requestId", "result", "prompt"]));
    for (const property of Object.values<any>(schema.properties))
      expect(property).toEqual({ type: expect.any(String), description: expect.stringMatching(/^.{10,}$/) });
  });

  test("names the fields that a tool reads, and no others", () => {
    const fieldsOf = (name: string) => Object.keys(listed().toolMetadata[name].input).slice(2);
    const always = ["packages", "transpile_to", "strict", "path", "python"];
    expect(fieldsOf("python_code_validator")).toEqual(["prompt", "files", ...always]);
    expect(fieldsOf("python_code_repair")).toEqual([
      "prompt",
      "files",
      "fixes",
      "max_iterations",
      "optimize",
      ...always,
    ]);
    expect(fieldsOf("python_code_execute").toSorted()).toEqual(
      ["prompt", "files", ...Object.keys(Options.shape)].toSorted(),
    );
  });

  test("says how the output is compared", () => {
    const { expected_output } = listed().toolMetadata["python_code_execute"].input;
    expect(expected_output).toMatch(/exactly.*line break/);
  });

  test("names the operator, its terms and its benchmarks, if they are known", () => {
    const operator = { name: "Example Ltd", domain: "assay.example" };
    const termsUrl = "https://assay.example/terms";
    const list = JSON.parse(
      toolList({ baseUrl: "https://assay.example", operator, termsUrl, tools: toolNames }),
    );
    expect(list).toMatchObject({ operator, termsUrl });
    for (const name of toolNames)
      expect(list.toolMetadata[name].benchmark).toEqual({ url: "https://assay.example/docs/quality" });
    for (const field of ["operator", "termsUrl"]) expect(listed()).not.toHaveProperty(field);
  });

  test("has only the tools of its mechs, each once", () => {
    const { tools, toolMetadata } = listed([
      "python_code_execute",
      "python_code_validator",
      "python_code_execute",
    ]);
    expect(tools).toEqual(["python_code_validator", "python_code_execute"]);
    expect(Object.keys(toolMetadata)).toEqual(tools);
  });

  test("is the same text for the same tools in any order, so that its address stays the same", () => {
    const baseUrl = "https://a.example";
    expect(toolList({ baseUrl, tools: toolNames.toReversed() })).toBe(
      toolList({ baseUrl, tools: toolNames }),
    );
  });

  test("says where signed requests are accepted, only if they are", () => {
    const agentUrl = "https://agent.example/mech";
    const list = toolList({ baseUrl: "https://a.example", agentUrl, tools: toolNames });
    expect(JSON.parse(list).url).toBe(agentUrl);
    expect(listed()).not.toHaveProperty("url");
  });
});
