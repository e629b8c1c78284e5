import type { RouteReply } from "../../http/route.ts";

/** An answer in events, which begins with the first of them. */
export type EventStream = Readonly<{
  begun: Promise<void>;
  body: ReadableStream<Uint8Array>;
  send(message: object): void;
  /** Sends what answers the call, if anything does, and ends. */
  end(reply: RouteReply): void;
  fail(error: unknown): void;
}>;

export function toEvent(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

export function openEventStream(): EventStream {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
    },
    cancel: () => {
      controller = undefined;
    },
  });
  const write = (text: string): void => controller?.enqueue(Buffer.from(text));
  return {
    begun,
    body,
    send: (message) => {
      write(toEvent(JSON.stringify(message)));
      begin();
    },
    end: ({ type, body: answer }) => {
      if (typeof answer === "string") write(type === "text/event-stream" ? answer : toEvent(answer));
      controller?.close();
    },
    fail: (error) => controller?.error(error),
  };
}
