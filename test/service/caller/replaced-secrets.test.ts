import { expect, test } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { openWarmService } from "../../support/services.ts";

const secret = (letter: string): string => letter.repeat(40);
const code = "x = 1\n";

test("during the replacement of a secret both are accepted, then only the new one", async () => {
  const both = { SERVICE_KEY: secret("n"), SERVICE_KEY_OLD: secret("o"), ADMIN_TOKEN: secret("m") };
  await using during = await openWarmService({ env: { ...both, ADMIN_TOKEN_OLD: secret("p") } });
  for (const key of [secret("n"), secret("o")])
    expect(await during.validate(key, { code, mode: "repair" })).toMatchObject({ status: 200 });
  for (const key of [secret("m"), secret("p")])
    expect(await during.send("/metrics", { key })).toMatchObject({ status: 200 });

  await using after = await openWarmService({ env: { SERVICE_KEY: secret("n"), ADMIN_TOKEN: secret("m") } });
  expect(await after.validate(secret("n"), { code })).toMatchObject({ status: 200 });
  expect(await after.validate(secret("o"), { code })).toMatchObject({ status: 401 });
  expect(await after.send("/metrics", { key: secret("m") })).toMatchObject({ status: 200 });
  expect(await after.send("/metrics", { key: secret("p") })).toMatchObject({ status: 401 });
});

test("a receipt signed with the previous key is still ours if its address is listed", async () => {
  const oldKey = `0x${"1".repeat(64)}` as const;
  const newKey = `0x${"2".repeat(64)}`;
  const answer = await answerOf({ RECEIPT_PRIVATE_KEY: oldKey });
  const old = privateKeyToAccount(oldKey).address;
  await using told = await openWarmService({
    env: { RECEIPT_PRIVATE_KEY: newKey, RECEIPT_SIGNERS_OLD: old },
  });
  await using untold = await openWarmService({ env: { RECEIPT_PRIVATE_KEY: newKey } });
  const verified = async ({ send }: typeof told) => (await send("/v1/verify", { body: answer })).json();
  expect(await verified(told)).toMatchObject({ valid_signature: true, is_ours: true, signer: old });
  expect(await verified(untold)).toMatchObject({ valid_signature: true, is_ours: false, signer: old });
});

async function answerOf(env: Record<string, string>): Promise<unknown> {
  await using service = await openWarmService({ env });
  return (await service.validate(await service.createKey(), { code })).body;
}
