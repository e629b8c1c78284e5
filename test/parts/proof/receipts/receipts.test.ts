import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { describe, expect, test } from "vitest";
import type { Job } from "../../../../engine/job.ts";
import { readExactJson } from "../../../../parts/json/exact-json.ts";
import { checkReceipt } from "../../../../parts/proof/receipts/check.ts";
import { openReceipts } from "../../../../parts/proof/receipts/open-receipts.ts";
import { digestOfRequest } from "../../../../parts/proof/receipts/statement.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { aJob, aPlainVerdict } from "./answers.ts";

const open = (given: { privateKey?: `0x${string}`; secret?: string } = {}) =>
  openReceipts({ clock: manualClock(), privateKey: undefined, secret: "a secret of the store", ...given });
const check = async (answer: unknown, job?: Job) => checkReceipt(readExactJson(JSON.stringify(answer)), job);
const served = { payment: "credits", entrance: "http" } as const;

describe("the signer", () => {
  test("is the configured key, or the one that belongs to the store's secret", () => {
    const privateKey = generatePrivateKey();
    expect(open({ privateKey }).signer).toBe(privateKeyToAddress(privateKey));
    expect(open().signer).toBe(open().signer);
    expect(open().signer).not.toBe(open({ secret: "another" }).signer);
  });
});

describe("the digest of a request", () => {
  test("covers what differs from the defaults", () => {
    const plain = digestOfRequest(aJob());
    expect(digestOfRequest(aJob({ mode: "static", options: { strict: false, max_iterations: 3 } }))).toBe(
      plain,
    );
    const others = [{ code: "x = 2\n" }, { mode: "repair" }, { options: { strict: true } }];
    expect(new Set([plain, ...others.map((other) => digestOfRequest(aJob(other)))]).size).toBe(4);
  });
});

describe("a receipt", () => {
  test("names its signer, and is valid for the answer in any order and under any request id", async () => {
    const receipts = open();
    const signed = await receipts.sign(aPlainVerdict(), aJob(), served);
    const { meta, ...rest } = signed;
    const sent = { meta: { ...meta, request_id: "another" }, ...rest };
    expect(await check(sent, aJob())).toEqual({
      ok: true,
      receipt: meta.receipt,
      problems: [],
    });
    expect(meta.receipt).toMatchObject({ signer: receipts.signer, mode: "static", ...served });
  });

  test("is valid for an answer in which a lone surrogate was found: it is reported as unreadable", async () => {
    const half = { severity: "error", rule: "r", message: "found \ud83d" } as const;
    const signed = await open().sign(aPlainVerdict({ diagnostics: [half] }), aJob(), served);
    expect(signed.diagnostics[0]).toMatchObject({ ...half, message: "found \ufffd" });
    expect((await check(signed, aJob())).problems).toEqual([]);
  });

  test.for([
    ["in a text", { diagnostics: [{ message: "\udc00" }] }, "`diagnostics[0].message`"],
    ["in a name", { runtime: { "\ud800": 1 } }, '`runtime["\\ud800"]`'],
  ] as const)("is invalid with a lone surrogate %s", async ([, change, place]) => {
    const signed = await open().sign(aPlainVerdict(), aJob(), served);
    const { ok, problems } = await check({ ...signed, ...change });
    expect([ok, problems]).toEqual([
      false,
      [`${place} contains a lone surrogate, which is not a character.`],
    ]);
  });

  test.for([
    ["the verdict", { valid: false }, /not the one that was signed/],
    ["a finding", { diagnostics: [] }, /not the one that was signed/],
    ["an added member", { extra: 1 }, /not the one that was signed/],
  ] as const)("is invalid when %s was changed", async ([, change, problem]) => {
    const signed = await open().sign(aPlainVerdict(), aJob(), served);
    const { ok, problems } = await check({ ...signed, ...change });
    expect([ok, problems]).toEqual([false, [expect.stringMatching(problem)]]);
  });

  test.for([
    ["payment", "x402/eip155:1"],
    ["entrance", "mcp"],
    ["mode", "execute"],
    ["issued_at", 1],
    ["request_sha256", "0".repeat(64)],
    ["signer", `0x${"ab".repeat(20)}`],
  ] as const)("is invalid when its %s was changed", async ([name, value]) => {
    const signed = await open().sign(aPlainVerdict(), aJob(), served);
    const receipt = { ...signed.meta.receipt, [name]: value };
    const { ok, problems } = await check({ ...signed, meta: { ...signed.meta, receipt } });
    expect([ok, problems]).toEqual([false, [expect.stringContaining("not by `meta.receipt.signer`")]]);
  });

  test("is valid for one request only", async () => {
    const signed = await open().sign(aPlainVerdict(), aJob(), served);
    const { ok, problems } = await check(signed, aJob({ code: "x = 2\n" }));
    expect([ok, problems]).toEqual([false, [expect.stringContaining("for another request")]]);
  });

  test.for([
    ["text", "no `meta`"],
    [null, "no `meta`"],
    [{ meta: null }, "no `meta`"],
    [{ meta: {} }, "no receipt"],
    [{ meta: { receipt: null } }, "no receipt"],
    [{ meta: { receipt: { signer: "0x1" } } }, "`meta.receipt.signer` cannot be read"],
  ] as const)("does not exist for %o", async ([answer, problem]) => {
    const checked = await check(answer);
    expect([checked.ok, checked.problems]).toEqual([false, [expect.stringContaining(problem)]]);
  });

  test.for([`0x${"00".repeat(65)}`, `0x${"ff".repeat(65)}`])("cannot be signed by %s", async (signature) => {
    const signed = await open().sign(aPlainVerdict(), aJob(), served);
    const receipt = { ...signed.meta.receipt, signature };
    const { ok, problems } = await check({ ...signed, meta: { ...signed.meta, receipt } });
    expect([ok, problems]).toEqual([false, ["`meta.receipt.signature` is not a valid signature."]]);
  });
});
