import { formatEther } from "viem";
import { waitFor, type DemoStage } from "./stage.ts";

type Shown = Readonly<{ agents: readonly Readonly<{ collected_wei: string }>[] }>;

/** What the requester paid reaches the operator: from the tracker to the mech, and on. */
export async function seePayment({ product, chain, tell }: DemoStage): Promise<void> {
  const collected = await waitFor("The collection of payment", async () => {
    const response = await fetch(`${product.service_url}/v1/marketplace`);
    const { agents } = (await response.json()) as Shown;
    const wei = agents.reduce((sum, { collected_wei }) => sum + BigInt(collected_wei), 0n);
    return wei > 0n ? wei : undefined;
  });
  const balance = await chain.getBalance({ address: product.operator });
  tell(
    `${formatEther(collected)} were collected; the operator ${product.operator} holds ${formatEther(balance)}`,
  );
}
