/** An answer of the agent's HTTP server. */
export type HttpReply = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: object | string;
}>;
