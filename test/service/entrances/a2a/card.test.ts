import { AgentCard } from "@a2a-js/sdk";
import { afterAll, describe, expect, test } from "vitest";
import { openTestServices } from "../../../support/services.ts";
import { publicUrl } from "./stage.ts";

const services = await openTestServices();
const service = await services.open({ env: { BASE_URL: publicUrl } });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const wellKnown = ["/.well-known/agent-card.json", "/.well-known/agent.json"];
const paths = [...wellKnown, "/a2a"];

async function readCard(headers: Record<string, string> = {}, path = wellKnown[0]!): Promise<any> {
  return (await service.send(path, { headers })).json();
}

describe("the card without a version", () => {
  const anyText = expect.stringMatching(/\S/);
  const { version } = service.parts.release;
  test.for<[string, unknown]>([
    ["protocolVersion", "0.3.0"],
    ["name", "assay"],
    ["description", anyText],
    ["version", version],
    ["url", `${publicUrl}/a2a`],
    ["preferredTransport", "JSONRPC"],
    ["documentationUrl", `${publicUrl}/docs`],
    ["capabilities", expect.objectContaining({ streaming: false, pushNotifications: false })],
    ["defaultInputModes", ["application/json", "text/plain"]],
    ["defaultOutputModes", ["application/json"]],
    ["securitySchemes", { bearer: { type: "http", scheme: "bearer" } }],
    ["security", [{ bearer: [] }]],
    ["x-onboarding", { self_service: true, method: "POST", url: `${publicUrl}/v1/keys`, hint: anyText }],
    [
      "x-pricing",
      { hint: expect.stringMatching(/^25 static checks a day are free; .*: static 1, repair 3\.$/) },
    ],
    ["x-modes", ["static", "repair", "execute"]],
    ["x-languages", ["python"]],
  ])("has the required field %s", async ([field, expected]) => {
    expect((await readCard())[field]).toEqual(expected);
  });

  test("has the required fields in its skills", async () => {
    expect((await readCard()).skills).toEqual([
      {
        id: "python_code_validator",
        name: anyText,
        description: anyText,
        tags: expect.arrayContaining(["python"]),
        inputModes: ["application/json", "text/plain"],
        outputModes: ["application/json"],
        examples: expect.arrayContaining([anyText]),
      },
    ]);
  });

  test("the skill's examples are valid jobs", async () => {
    const { key, examples } = { key: await service.createKey(), ...(await readCard()).skills[0] };
    const { status } = await service.validate(key, JSON.parse(examples[0]));
    expect(status).toBe(200);
    expect(examples.length).toBe(1);
  });
});

test("both generations are offered at one address, the newer first", async () => {
  const url = `${publicUrl}/a2a`;
  for (const version of ["0.3", "1.0"]) {
    const { supportedInterfaces } = await readCard({ "a2a-version": version });
    expect(supportedInterfaces).toEqual([
      { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    ]);
  }
});

test("the card of 1.0 has only members of 1.0, and survives the protocol's own codec", async () => {
  for (const version of ["1.0", "1.0.1", "1.7"]) {
    const card = await readCard({ "a2a-version": version });
    expect(Object.keys(card).toSorted().join(" ")).toBe(
      "capabilities defaultInputModes defaultOutputModes description documentationUrl iconUrl name " +
        "securityRequirements securitySchemes signatures skills supportedInterfaces version",
    );
    expect(AgentCard.toJSON(AgentCard.fromJSON(card))).toMatchObject({
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { bearer: {} } }],
      capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
      skills: [{ id: "python_code_validator" }],
    });
  }
});

test("no word in a card looks like a secret or a private address", async () => {
  for (const version of ["0.3", "1.0"]) {
    const { signatures: _, ...card } = await readCard({ "a2a-version": version });
    const text = JSON.stringify(card);
    expect(text).not.toMatch(/localhost|127\.0\.0\.1|token|secret|api[ _-]?key|credential|password/i);
  }
});

test("a mode that the deployment lacks is not offered", async () => {
  const [skill] = (await readCard()).skills;
  expect(skill.description).toContain("Mode repair also returns");
  expect(JSON.stringify(skill)).not.toContain("execute");
});

test("the card is the same at all its addresses", async () => {
  const [first, ...others] = await Promise.all(paths.map(async (path) => readCard({}, path)));
  for (const other of others) expect(other).toEqual(first);
});

describe.for(paths)("%s", (path) => {
  test("can be read by pages, caches and crawlers", async () => {
    const response = await service.send(path);
    expect(response.status).toBe(200);
    const told = ["content-type", "vary", "cache-control", "access-control-allow-origin", "last-modified"];
    expect(told.map((name) => response.headers.get(name))).toEqual([
      "application/json; charset=utf-8",
      "A2A-Version, accept-encoding",
      expect.stringMatching(/max-age=\d+/),
      "*",
      expect.stringMatching(/^\w{3}, \d{2} \w{3} \d{4} 00:00:00 GMT$/),
    ]);
    const head = await service.send(path, { method: "HEAD" });
    expect([head.status, head.headers.get("etag")]).toEqual([200, response.headers.get("etag")]);
  });

  test("is not sent again to a client that has it, and each generation has its own ETag", async () => {
    const tags = await Promise.all(
      ["0.3", "1.0"].map(async (version) =>
        (await service.send(path, { headers: { "a2a-version": version } })).headers.get("etag"),
      ),
    );
    expect(tags[0]).not.toBe(tags[1]);
    const again = await service.send(path, { headers: { "if-none-match": `W/"other", ${tags[0]}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await service.send(path, { headers: { "if-none-match": tags[1]! } });
    expect(other.status).toBe(200);
  });
});
