import { isWorthTelling, type OwnTypeAnswer } from "../own-type-answer.ts";
import { folder, type TypeMessages } from "./check-types.ts";
import { readTypeMessage } from "./type-message.ts";

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
