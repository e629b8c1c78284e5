import { pick, type Attack, type Random } from "./attack.ts";

const work = {
  static: `x = ${"[".repeat(70)}1${"]".repeat(70)}\n${"x = (x, x)\n".repeat(40)}`,
  repair: Array.from({ length: 300 }, (_, n) => `print(undefined_${n})`).join("\n"),
  execute: "import time\ntime.sleep(3)\n",
} as const;
type Mode = keyof typeof work;

/** A call that its caller leaves somewhere on its way. */
export function hangUpAttack(random: Random): Attack {
  const mode = pick(random, Object.keys(work) as Mode[]);
  const afterMs = Math.floor(random() * 400);
  const salt = Math.floor(random() * 1e9);
  return {
    kind: "hang-up",
    name: `${mode}, after ${afterMs} ms`,
    run: async ({ url, key, address }) => {
      try {
        const response = await fetch(`${url}/v1/validate`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${key}`,
            "x-forwarded-for": address,
          },
          body: JSON.stringify({ mode, code: `${work[mode]}\n# ${salt}\n`, options: { timeout_s: 5 } }),
          signal: AbortSignal.timeout(afterMs),
        });
        await response.text();
        return response.status === 500 ? "answered 500" : "held";
      } catch (error) {
        const { name } = error as Error;
        return name === "TimeoutError" || name === "AbortError" ? "held" : `the connection was lost: ${name}`;
      }
    },
  };
}
