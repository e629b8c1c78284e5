import type { OwnTypeAnswer } from "../own-type-answer.ts";
import { folder, type TypeMessages } from "./check-types.ts";
import { readTypeMessage, type TypeMessage } from "./type-message.ts";

/** As the engine reads what is said of several files. */
export function toTypeMessages(answer: OwnTypeAnswer): TypeMessages {
  const { messages, unfinished, refusals, isConfigured } = answer;
  return {
    messages: messages
      .flatMap(readTypeMessage)
      .filter((message) => isWorthTelling(message, answer))
      .map((message) => JSON.stringify({ ...message, file: folder + (message.file ?? "") })),
    unlisted: {},
    unfinished,
    refusals,
    lost: [],
    isConfigured,
  };
}

/** What mypy says because types of installed packages are not there to be read. */
const forLackOfTypes: ReadonlySet<string> = new Set([
  "import-not-found",
  "import-untyped",
  "misc",
  "no-any-return",
  "no-any-unimported",
  "redundant-cast",
  "untyped-decorator",
  "unused-ignore",
]);

/** A module that nobody has installed here is the machine's lack; one of the project that is not there is a mistake. */
function isWorthTelling(
  { code, message }: TypeMessage,
  { isConfigured, hasPackages, ownPackages }: OwnTypeAnswer,
): boolean {
  if (code === null || !forLackOfTypes.has(code)) return true;
  if (isConfigured ? hasPackages : !code.startsWith("import-")) return true;
  const missing = /module named "([^".]+)/.exec(message)?.[1];
  return code === "import-not-found" && missing !== undefined && ownPackages.has(missing);
}
