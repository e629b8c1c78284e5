/** What a message of an example that failed says was expected, and what came. */
export function readMismatch(message: string): Readonly<{ expected: string; got: string }> | undefined {
  const [before, between] = [": expected ", ", got "];
  const [from, to] = [message.indexOf(before), message.lastIndexOf(between)];
  if (from < 0 || to < from || !message.endsWith(".")) return undefined;
  const [expected, got] = [message.slice(from + before.length, to), message.slice(to + between.length, -1)];
  return expected === "" || got === "" ? undefined : { expected, got };
}
