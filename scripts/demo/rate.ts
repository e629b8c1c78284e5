import type { Hex } from "viem";
import { waitFor, type DemoStage } from "./stage.ts";

type Reputation = Readonly<{
  count: number;
  average: number | null;
  how_to_rate: { to: Hex; function: string; calldata_template: Hex };
}>;

/** Who was served rates the agent on chain, as `/v1/reputation` says how; the rating then counts. */
export async function rate({ product, chain, wallets, tell }: DemoStage): Promise<void> {
  const read = async (): Promise<Reputation> => {
    const response = await fetch(`${product.service_url}/v1/reputation`);
    if (!response.ok) throw new Error(`/v1/reputation answered ${response.status}.`);
    return (await response.json()) as Reputation;
  };
  const before = await read();
  const { to, calldata_template: data } = before.how_to_rate;
  const receipt = await chain.send(wallets[0]!, { to, data });
  tell(`rated the agent with ${before.how_to_rate.function} in ${receipt.transactionHash}`);
  const after = await waitFor("The rating's count", async () => {
    const now = await read();
    return now.count > before.count ? now : undefined;
  });
  tell(`/v1/reputation now counts ${after.count}, average ${after.average}`);
}
