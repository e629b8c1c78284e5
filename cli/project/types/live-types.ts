import { isWorthTelling, type OwnTypeAnswer } from "../../../engine/own-type-answer.ts";
import { isNotebook } from "../../notebooks/notebook-source.ts";
import type { Sources } from "../read-sources.ts";
import { relative } from "node:path";
import { askOwnTypes, type OwnTypes, type TypesAsked } from "./ask-types.ts";
import { openWarmTypes } from "./warm-types.ts";

type Texts = Sources["sources"];

/** The types of a project that changes. */
export type LiveTypes = Readonly<{
  /** As `assay check` has them. */
  exact(asked: TypesAsked, texts: Texts): Promise<OwnTypes>;
  /** In a moment, from what is kept in memory: usually the same. Undefined where nothing is ready. */
  quick(asked: TypesAsked, texts: Texts): Promise<OwnTypes | undefined>;
}> &
  Disposable;

/**
 * What is said of a file's own text alone. Of a file that has not changed, the updates of mypy forget some of it, and say
 * wrongly that a name which they read a second time is defined twice.
 */
const local: ReadonlySet<string> = new Set([
  "unused-ignore",
  "import-not-found",
  "import-untyped",
  "no-redef",
]);
const alsoLocal = "Final name must be initialized with a value";

/** So often in a row an update may differ from a whole build. */
const maxDifferences = 3;

type Exact = Readonly<{ types: OwnTypes; texts: ReadonlyMap<string, string> }>;

export function openLiveTypes(tell: (message: string) => void): LiveTypes {
  const warm = openWarmTypes({ tell });
  let last: Exact | undefined;
  let lastQuick: Readonly<{ state: string; types: OwnTypes }> | undefined;
  let differences = 0;
  return {
    exact: async (asked, texts) => {
      const types = await askOwnTypes(asked);
      const named = textsIn(asked, texts);
      last = { types, texts: named };
      if (lastQuick?.state === stateOf(named)) {
        differences = agree(lastQuick.types.said, types.said) ? 0 : differences + 1;
        // An update has gone wrong: the next ones would be wrong, too.
        if (differences > 0 && differences < maxDifferences) warm.renew();
        if (differences === maxDifferences)
          tell("From now on types are read from disk each time: mypy's updates differ from them.");
      }
      if (differences < maxDifferences) warm.prepare(asked);
      return types;
    },
    quick: async (asked, texts) => {
      if (!last || differences >= maxDifferences) return undefined;
      const answer = await warm.ask(asked);
      if (!answer) return undefined;
      const named = textsIn(asked, texts);
      const { said } = last.types;
      const messages = withLocal(answer.messages, last, named);
      const ofNotebooks = Object.entries(said.refusals).filter(([file]) => isNotebook(file));
      const types = {
        ...last.types,
        said: {
          ...said,
          messages,
          unfinished: [...answer.unfinished, ...said.unfinished.filter(isNotebook)],
          refusals: { ...answer.refusals, ...Object.fromEntries(ofNotebooks) },
        },
      };
      lastQuick = { state: stateOf(named), types };
      return types;
    },
    [Symbol.dispose]: () => warm[Symbol.dispose](),
  };
}

function textsIn({ root }: TypesAsked, texts: Texts): ReadonlyMap<string, string> {
  return new Map(Array.from(texts, ([path, { text }]) => [relative(root, path), text]));
}

function stateOf(texts: ReadonlyMap<string, string>): string {
  return JSON.stringify([...texts]);
}

function withLocal(
  messages: readonly string[],
  { types, texts: before }: Exact,
  texts: ReadonlyMap<string, string>,
): readonly string[] {
  const isKept = (message: string): boolean => {
    const { file, code, message: words } = read(message);
    // Cells are not kept in memory: the next whole build reads them.
    if (isNotebook(file)) return true;
    const isUnchanged = before.get(file) !== undefined && before.get(file) === texts.get(file);
    return isUnchanged && (local.has(code) || words === alsoLocal);
  };
  return [...messages.filter((message) => !isKept(message)), ...types.said.messages.filter(isKept)];
}

/** Whether the same is shown. Of a file that mypy has stopped in it says only where. */
function agree(one: OwnTypeAnswer, other: OwnTypeAnswer): boolean {
  const [first, second] = [one, other].map((answer) => {
    const shown = answer.messages.filter((message) => {
      const told = read(message);
      const isRead = !answer.unfinished.includes(told.file) && !isNotebook(told.file);
      return isRead && isWorthTelling(told, answer);
    });
    return JSON.stringify(shown.toSorted());
  });
  return first === second;
}

function read(message: string): Readonly<{ file: string; code: string; message: string }> {
  return JSON.parse(message) as { file: string; code: string; message: string };
}
