import { z } from "zod";
import { proposalsIn } from "./model-answer.ts";
import { instructions, toPrompt, type RewriteTask } from "./model-prompt.ts";

/** A model behind an OpenAI-compatible endpoint. It can propose source, and nothing else. */
export type Model = Readonly<{
  /** Its name, as the verdict tells it. */
  backend: string;
  /** No text may be longer, in characters, all files of a program together. */
  maxLength: number;
  /** What its answer may mean, in its order; rejects when none could be had in time. */
  rewrite(task: RewriteTask, limits: Readonly<{ leftMs: number; signal: AbortSignal }>): Promise<string[]>;
}>;

type Settings = Readonly<{
  url: string;
  name: string;
  apiKey: string | undefined;
  maxLength: number;
  limitMs: number;
}>;

/** No rewrite of an accepted text is longer. */
const maxAnswerBytes = 1_000_000;
/** Waiting costs a caller neither a box nor a turn, so another limit has to keep it few. */
const maxAtOnce = 16;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export function createModel({ url, name, apiKey, maxLength, limitMs }: Settings): Model {
  let asked = 0;

  async function ask(task: RewriteTask, signal: AbortSignal): Promise<string[]> {
    const response = await fetch(`${url.replace(/(?<!\/)\/+$/, "")}/chat/completions`, {
      method: "POST",
      redirect: "error",
      signal,
      headers: {
        "content-type": "application/json",
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model: name,
        temperature: 0,
        messages: [
          { role: "system", content: instructions },
          { role: "user", content: toPrompt(task) },
        ],
      }),
    });
    if (!response.ok) throw new Error(`the model's endpoint answered ${response.status}`);
    const { choices } = Completion.parse(JSON.parse(await readText(response)));
    return proposalsIn(choices[0]!.message.content);
  }

  return {
    backend: name,
    maxLength,
    rewrite: async (task, { leftMs, signal }) => {
      if (asked >= maxAtOnce) throw new Error("the model has too many requests");
      const late = AbortSignal.timeout(Math.max(1, Math.min(limitMs, Math.round(leftMs))));
      asked += 1;
      try {
        return await ask(task, AbortSignal.any([signal, late]));
      } catch (error) {
        throw late.aborted ? new Error("the model did not answer in time", { cause: error }) : error;
      } finally {
        asked -= 1;
      }
    },
  };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new Error("the model's answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
