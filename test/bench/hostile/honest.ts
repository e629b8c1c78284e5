import { timed } from "../numbers.ts";
import { post, type Target } from "./attack.ts";

type Verdict = { valid: boolean; score: number; diagnostics: unknown[]; security: unknown[] };

/** What an honest caller sends: good, broken, wrong and dangerous programs of ordinary length. */
const programs: readonly string[] = [
  "def total(values: list[int]) -> int:\n    return sum(values)\n",
  "def total(values: list[int]) -> int:\n    return sum(values) + '1'\n",
  "import os\n\ndef load(path)\n    return open(path).read()\n",
  "import os\n\ngetattr(os, 'sys' + 'tem')('ls')\n",
  'import requests\n\nAPI_KEY = "sk_live_51HqLyjWDarjtT1zdp7dcXk2VQ"\nrequests.get("https://example.com", timeout=5)\n',
];

export type HonestReport = Readonly<{ times: readonly number[]; wrong: number }>;

/** Remembers what each program is answered while nothing else happens, and later holds every answer against it. */
export function honestCaller(target: Target) {
  const expected = new Map<number, string>();
  let calls = 0;

  async function ask(which: number): Promise<{ ms: number; told: string }> {
    calls += 1;
    const code = `${programs[which]!}# call ${calls}\n`;
    const { ms, result } = await timed(async () => post(target, "/v1/validate", JSON.stringify({ code })));
    if (result.status !== 200) return { ms, told: `status ${result.status}` };
    const { valid, score, diagnostics, security } = JSON.parse(result.text) as Verdict;
    return { ms, told: JSON.stringify({ valid, score, diagnostics, security }) };
  }

  return {
    learn: async () => {
      for (const which of programs.keys()) expected.set(which, (await ask(which)).told);
    },
    /** Asks one call after another until told to stop, at least so many. */
    work: async (minCalls: number, isOver: () => boolean): Promise<HonestReport> => {
      const times: number[] = [];
      let wrong = 0;
      while (times.length < minCalls || !isOver()) {
        const which = times.length % programs.length;
        const { ms, told } = await ask(which);
        times.push(ms);
        if (told !== expected.get(which)) wrong += 1;
      }
      return { times, wrong };
    },
  };
}
