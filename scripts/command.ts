/** What a command is given beside its arguments. It answers with the code to end with. */
export type Surroundings = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  say: (text: string) => void;
  complain: (text: string) => void;
}>;
