import { expect, test } from "vitest";
import { canonicalJson as ours } from "../../parts/proof/receipts/canonical-json.ts";
import { readSampleAnswer } from "../../service/samples/read-answer.ts";
import { samples } from "../../service/samples/samples.ts";
import { canonicalJson } from "../../site/parts/receipt/canonical-json.ts";
import { checkReceipt } from "../../site/parts/receipt/check.ts";
import { openTestService } from "../support/service.ts";

test("the browser finds the receipt of every answer right, and of a changed one wrong", async () => {
  await using service = await openTestService();
  const key = await service.createKey();
  const request = { code: "import os\n\nprint('grüße 𝒳')\n", options: { strict: true } };
  const { body } = await service.validate(key, request);
  expect(await checkReceipt(body, request)).toBeUndefined();
  expect(await checkReceipt({ ...body, score: 1 }, request)).toBe("changed after signing");
  expect(await checkReceipt(body, { ...request, code: "" })).toBe("signed for another request");
  const other = { ...body.meta.receipt, issued_at: body.meta.receipt.issued_at + 1 };
  expect(await checkReceipt({ ...body, meta: { ...body.meta, receipt: other } }, request)).toMatch(
    /another key|not valid/,
  );
  const broken = { ...body.meta.receipt, signature: `0x${"0".repeat(130)}` };
  expect(await checkReceipt({ ...body, meta: { ...body.meta, receipt: broken } }, request)).toBe(
    "the signature is not valid",
  );
  for (const { id } of samples)
    expect(await checkReceipt(await readSampleAnswer(service.parts, id))).toBeUndefined();
});

test("JSON is written in the browser as the service writes it", () => {
  const value = {
    z: [1, -0, 1e21, 1e-7, 0.1, 123456789012345680000],
    é: '\u2028\u0007"\\/',
    a: { "10": null, "9": true, "\ud834\udd1e": "𝄞", "\ufb33": "" },
    b: [],
    c: {},
  };
  expect(canonicalJson(value)).toBe(ours(value));
});
