import { Role, type Message, type Part, type SendMessageRequest } from "@a2a-js/sdk";
import {
  ContentTypeNotSupportedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
} from "@a2a-js/sdk/errors";

/** A message in good form: what is in it, and the conversation it belongs to. */
export type AskedMessage = Readonly<{
  parts: readonly Part[];
  taskId: string;
  contextId: string;
  metadata: Readonly<Record<string, unknown>> | undefined;
}>;

const maxContextIdLength = 256;

export function readSubmission({ message, configuration }: SendMessageRequest): AskedMessage {
  if (configuration?.taskPushNotificationConfig)
    throw new PushNotificationNotSupportedError(
      "Push notifications are not supported. The response contains the result.",
    );
  requireHistoryLength(configuration?.historyLength);
  if (message === undefined) throw new RequestMalformedError("`params.message` is missing.");
  requireForm(message);
  const { parts, taskId, contextId, metadata } = message;
  return { parts, taskId, contextId, metadata };
}

/** A message has one part: data is a ValidateRequest that nobody has checked yet, text is Python to judge unrun. */
export function readBody({ parts: [part, ...others] }: Pick<AskedMessage, "parts">): unknown {
  if (part === undefined || others.length > 0)
    throw new RequestMalformedError(
      "A message has one part: data holding a ValidateRequest, or text holding Python source.",
    );
  return toBody(part);
}

/** The ValidateRequest in a message that may hold other things instead, such as a sentence beside a payment. */
export function findBody({ parts }: Pick<AskedMessage, "parts">): unknown {
  const contents = parts.map(({ content }) =>
    content?.$case === "data" ? (content.value as unknown) : undefined,
  );
  return contents.find((value) => typeof value === "object" && value !== null && "code" in value);
}

/** Refuses an invalid `historyLength`. Tasks have no history, so a valid one changes nothing. */
export function requireHistoryLength(historyLength: number | null = 0): void {
  if (historyLength === null || (Number.isInteger(historyLength) && historyLength >= 0)) return;
  throw new RequestMalformedError("`historyLength` must be an integer, 0 or more.");
}

function requireForm({ messageId, role, contextId }: Message): void {
  if (messageId === "") throw new RequestMalformedError("`message.messageId` is missing.");
  if (role !== Role.ROLE_USER && role !== Role.ROLE_AGENT)
    throw new RequestMalformedError("`message.role` is missing or unknown.");
  // The SDK's reader for 0.3 does not check that it is a string.
  const isText = typeof contextId === "string" && contextId.isWellFormed();
  if (!isText || contextId.length > maxContextIdLength)
    throw new RequestMalformedError(
      `\`message.contextId\` must be a string of at most ${maxContextIdLength} characters.`,
    );
}

function toBody({ content, mediaType }: Part): unknown {
  if (content === undefined) throw new RequestMalformedError("The message's part is empty.");
  if (content.$case === "data" && isOf(mediaType, /^application\/(?:[\w.-]+\+)?json$/)) return content.value;
  if (content.$case === "text" && isOf(mediaType, /^text\//)) return { code: content.value, mode: "static" };
  throw new ContentTypeNotSupportedError(
    "Send application/json as a data part, or text/plain as a text part.",
  );
}

function isOf(mediaType: string, kind: RegExp): boolean {
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  return type === "" || kind.test(type);
}
