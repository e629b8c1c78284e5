import { describe, expect, test } from "vitest";
import {
  destinationOf,
  isLoopback,
  isSameRedirect,
  problemOfRedirect,
  withQuery,
} from "../../../../service/caller/oauth/redirects.ts";

describe("a redirect URI", () => {
  test.for([
    "https://app.example/cb",
    "https://app.example/cb?tenant=1&a=b",
    "http://localhost/cb",
    "http://127.0.0.1:1/cb",
    "http://[::1]/cb",
    "com.example.app:/cb",
  ])("may be registered: %s", (uri) => {
    expect(problemOfRedirect(uri)).toBeUndefined();
  });

  test.for<[string, string]>([
    ["https://app.example/a b", "escaped"],
    ["/cb", "absolute"],
    ["https://app.example/cb#a", "fragment"],
    ["https://user@app.example/cb", "user name"],
    ["https://:password@app.example/cb", "password"],
    ["javascript:alert(1)", "scheme javascript"],
    ["ftp://app.example/cb", "scheme ftp"],
    ["http://app.example/cb", "http"],
  ])("is refused with the reason: %s", ([uri, reason]) => {
    expect(problemOfRedirect(uri)).toContain(reason);
  });

  test("may be on the caller's own computer only by http and by name", () => {
    expect(["http://localhost/cb", "http://127.0.0.1:9/cb", "http://[::1]/cb"].every(isLoopback)).toBe(true);
    expect(
      ["https://localhost/cb", "http://localhost.example/cb", "app://localhost", "cb"].some(isLoopback),
    ).toBe(false);
  });
});

describe("a registered redirect URI", () => {
  test.for<[string, string]>([
    ["https://app.example/cb", "https://app.example/cb"],
    ["com.example.app:/cb", "com.example.app:/cb"],
    ["http://127.0.0.1:1/cb?a=b", "http://127.0.0.1:65535/cb?a=b"],
    ["http://localhost/cb", "http://localhost:3/cb"],
  ])("%s is the same as %s", ([registered, asked]) => {
    expect(isSameRedirect(registered, asked)).toBe(true);
  });

  test.for<[string, string]>([
    ["https://app.example/cb", "https://app.example:444/cb"],
    ["https://app.example/cb", "https://app.example/cb/"],
    ["https://app.example/cb", "http://localhost/cb"],
    ["http://localhost/cb", "https://app.example/cb"],
    ["http://127.0.0.1:1/cb", "http://localhost:1/cb"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:1/other"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb?a=b"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb#"],
    ["http://127.0.0.1:1/cb", "nowhere"],
  ])("%s is not the same as %s", ([registered, asked]) => {
    expect(isSameRedirect(registered, asked)).toBe(false);
  });
});

test("an answer is added to any existing query", () => {
  const values = { code: "a b", state: undefined, iss: "https://us" };
  const added = "code=a+b&iss=https%3A%2F%2Fus";
  for (const [uri, glue] of [
    ["https://app.example/cb", "?"],
    ["https://app.example/cb?", ""],
    ["https://app.example/cb?a=b", "&"],
    ["https://app.example/cb?a=b&", ""],
    ["app:cb", "?"],
  ])
    expect(withQuery(uri!, values)).toBe(`${uri}${glue}${added}`);
});

test("users are shown the host, or the scheme of an app", () => {
  expect(destinationOf("https://app.example:444/cb")).toBe("app.example:444");
  expect(destinationOf("http://localhost:1/cb")).toBe("localhost:1");
  expect(destinationOf("cursor://host/cb")).toBe("cursor://");
});
