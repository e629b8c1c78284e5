/** An answer of the agent's own address. */
export type DoorAnswer = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: object | string;
}>;
