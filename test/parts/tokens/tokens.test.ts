import { describe, expect, test } from "vitest";
import { createTokens, type TokenKind } from "../../../parts/tokens/tokens.ts";
import { manualClock } from "../../support/manual-clock.ts";

const kinds: readonly TokenKind[] = ["client", "ticket", "code", "refresh", "access"];

describe("a signed text", () => {
  test("has the signed claims, and the same claims give the same text", async () => {
    const tokens = createTokens("secret", manualClock());
    const text = await tokens.sign("client", { name: "é 🧪", list: [1, { a: null }] });
    expect(await tokens.read("client", text)).toEqual({ name: "é 🧪", list: [1, { a: null }] });
    expect(await tokens.sign("client", { name: "é 🧪", list: [1, { a: null }] })).toBe(text);
  });

  test("is invalid as one of another kind", async () => {
    const tokens = createTokens("secret", manualClock());
    for (const signed of kinds) {
      const text = await tokens.sign(signed, { jti: "1" });
      const readable = await Promise.all(
        kinds.map(async (kind) => (await tokens.read(kind, text)) !== undefined),
      );
      expect(readable).toEqual(kinds.map((kind) => kind === signed));
    }
  });

  test("is invalid under another secret, changed, cut short or empty", async () => {
    const tokens = createTokens("secret", manualClock());
    const text = await tokens.sign("code", { jti: "1" });
    expect(await createTokens("other", manualClock()).read("code", text)).toBeUndefined();
    const [header, claims, signature] = text.split(".") as [string, string, string];
    const other = Buffer.from('{"jti":"2"}').toString("base64url");
    for (const changed of [
      `${header}.${other}.${signature}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      "",
      "é",
    ])
      expect(await tokens.read("code", changed)).toBeUndefined();
  });

  test("is valid until its time is over, by our clock", async () => {
    const clock = manualClock();
    const tokens = createTokens("secret", clock);
    const text = await tokens.sign("code", { jti: "1" }, clock.now() + 60_000);
    await clock.advance(59_999);
    expect(await tokens.read("code", text)).toMatchObject({ jti: "1" });
    await clock.advance(1);
    expect(await tokens.read("code", text)).toBe("expired");
  });

  test("is valid only for its own reader", async () => {
    const tokens = createTokens("secret", manualClock());
    const text = await tokens.sign("access", { iss: "https://us", aud: "https://us/mcp" });
    const wanted = { issuer: "https://us", audience: "https://us/mcp" };
    expect(await tokens.read("access", text, wanted)).toMatchObject({ iss: "https://us" });
    for (const other of [
      { ...wanted, issuer: "https://other" },
      { ...wanted, audience: "https://other" },
    ])
      expect(await tokens.read("access", text, other)).toBeUndefined();
  });
});
