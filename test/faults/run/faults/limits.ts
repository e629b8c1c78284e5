import type { FaultScene } from "../scene.ts";
import type { FaultsOf } from "./fault.ts";

/** The Redis that counts the limits. Counted calls must get the same answers without it. */
export const limitsFaults: FaultsOf = (scene, { x402 }) => {
  const part = "limits' Redis";
  const { limits } = scene;
  const probe = async (): Promise<void> => x402.send();
  const strike = (hit: () => Promise<void> | void) => async (): Promise<void> => {
    await hit();
    await tryUnknownKeys(scene);
  };
  return [
    { part, how: "killed", strike: strike(limits.stop), end: limits.start, probe },
    { part, how: "frozen", strike: strike(limits.pause), end: limits.resume, probe },
  ];
};

/** Every unknown key is counted: each replica must refuse it as usual. */
async function tryUnknownKeys({ replicas, record }: FaultScene): Promise<void> {
  for (const { name, url } of replicas.all) {
    const headers = { "x-api-key": `asy_${"0".repeat(40)}` };
    const status = await fetch(`${url}/v1/keys/self`, { headers, signal: AbortSignal.timeout(10_000) }).then(
      async (response) => (await response.text(), response.status),
      String,
    );
    if (status !== 401)
      record.violate(`${name} answered an unknown key with ${status} without limits' Redis`);
  }
}
