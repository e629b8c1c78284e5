import { join } from "node:path";
import { patternsIn } from "../../../scripts/structure/patterns.ts";
import { ofLength, worstTexts } from "../../support/patterns/worst-texts.ts";
import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

const root = join(import.meta.dirname, "../../..");
const folders = ["engine", "service", "agent", "cli", "platform"];
const lengths = [1000, 30_000, 190_000];

/** Where a text that keeps a pattern busy may stand. */
const places: readonly ((text: string) => object)[] = [
  (text) => ({ code: text }),
  (text) => ({ code: `x = 1\n# ${text}` }),
  (text) => ({ code: `x = ${JSON.stringify(text)}\n` }),
  (text) => ({ code: "x = 1\n", files: { "a.py": text } }),
  (text) => ({ code: text, mode: "repair" }),
];

/** A worst text of any pattern of ours, as a program, a comment, a text or a file. */
export function patternAttack(random: Random): Attack {
  const { place, source, flags } = pick(random, patterns());
  const texts = worstTexts(source, flags);
  const [length, at] = [pick(random, lengths), Math.floor(random() * places.length)];
  const salt = Math.floor(random() * 1e9);
  const worst = texts.length > 0 ? ofLength(pick(random, texts), length) : source;
  return {
    kind: "pattern",
    name: `${place}, ${length}, ${at}`,
    run: async (target) => {
      const text = `${worst.slice(0, 190_000).toWellFormed()}\n# ${salt}\n`;
      const { status, text: answer } = await post(target, "/v1/validate", JSON.stringify(places[at]!(text)));
      return judgeAnswer(status, answer);
    },
  };
}

let known: ReturnType<typeof patternsIn>["patterns"] | undefined;

function patterns() {
  known ??= folders.flatMap((folder) => patternsIn(root, folder).patterns);
  return known;
}
