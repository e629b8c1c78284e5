import { createPublicKey, verify, type JsonWebKey } from "node:crypto";
import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import { afterAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openTestServices } from "../../../support/services.ts";
import { publicUrl } from "./stage.ts";

const services = await openTestServices();
const service = await services.open({ env: { BASE_URL: publicUrl } });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

async function readJson(path: string, version?: string, at: TestService = service): Promise<any> {
  const headers: Record<string, string> = version === undefined ? {} : { "a2a-version": version };
  return (await at.send(path, { headers })).json();
}

const readCard = async (version?: string, at?: TestService) =>
  readJson("/.well-known/agent-card.json", version, at);

/** As the protocol's own library does it, with the key from where the card says that it is. */
function verifierFor(at: TestService) {
  return verifyAgentCardSignature(async (kid, jku) => {
    expect(jku).toBe(`${publicUrl}/.well-known/jwks.json`);
    const { keys } = await readJson(new URL(jku!).pathname, undefined, at);
    return keys.find((key: JsonWebKey) => key["kid"] === kid);
  });
}

describe.for([["1.0"], [undefined]])("the card requested with version %s", ([version]) => {
  test("is verified by the protocol's own library", async () => {
    const card = await readCard(version);
    await expect(verifierFor(service)(AgentCard.fromJSON(card))).resolves.toBeUndefined();
  });

  test.for<[string, (card: any) => object]>([
    ["another address", (card) => ({ ...card, supportedInterfaces: [{ url: "https://evil.example/a2a" }] })],
    ["another name", (card) => ({ ...card, name: "assay2" })],
    ["one skill fewer", (card) => ({ ...card, skills: [] })],
    ["no signature", (card) => ({ ...card, signatures: [] })],
    [
      "the signature of another card",
      (card) => ({ ...card, signatures: [{ ...card.signatures[0], signature: "AAAA" }] }),
    ],
  ])("fails verification with %s", async ([, change]) => {
    const card = AgentCard.fromJSON(change(await readCard(version)));
    await expect(verifierFor(service)(card)).rejects.toThrow(/signatures? found/);
  });

  test("stays the same from request to request, so that caches can keep it", async () => {
    const [first, second] = await Promise.all([readCard(version), readCard(version)]);
    expect(first).toEqual(second);
  });
});

/** JSON with sorted members, by other means than the service's. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

test("the signature covers the whole card of 0.3, with our own additions", async () => {
  const { signatures, ...card } = await readCard();
  const { keys } = await readJson("/.well-known/jwks.json");
  const key = createPublicKey({ key: keys[0] as JsonWebKey, format: "jwk" });
  const isGood = (text: string): boolean => {
    const { protected: header, signature } = signatures[1];
    const input = Buffer.from(`${header}.${Buffer.from(text).toString("base64url")}`);
    return verify(
      "sha256",
      input,
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature as string, "base64url"),
    );
  };
  expect(isGood(sorted(card))).toBe(true);
  expect(isGood(sorted({ ...card, "x-modes": ["static"] }))).toBe(false);
});

describe("the signing key", () => {
  const RECEIPT_PRIVATE_KEY = `0x${"ab".repeat(32)}`;

  test("is published without its private part", async () => {
    const { keys } = await readJson("/.well-known/jwks.json");
    expect(keys).toEqual([
      {
        kty: "EC",
        crv: "P-256",
        alg: "ES256",
        use: "sig",
        kid: expect.stringMatching(/^[\w-]{43}$/),
        x: expect.stringMatching(/^[\w-]{43}$/),
        y: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });

  test("is the same for every process with the same receipt key, and differs for any other", async () => {
    const env = { BASE_URL: publicUrl, RECEIPT_PRIVATE_KEY };
    await using first = await services.open({ env });
    await using second = await services.open({ env });
    const [one, two, other] = await Promise.all(
      [first, second, service].map(async (at) => readJson("/.well-known/jwks.json", undefined, at)),
    );
    expect(one).toEqual(two);
    expect(one).not.toEqual(other);
    await expect(
      verifierFor(second)(AgentCard.fromJSON(await readCard("1.0", first))),
    ).resolves.toBeUndefined();
  });
});
