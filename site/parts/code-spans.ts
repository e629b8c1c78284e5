/** A message in pieces: what stands between two runs of equally many backticks is code. */
export function codeSpansOf(message: string): readonly Readonly<{ text: string; isCode: boolean }>[] {
  const runs = Array.from(message.matchAll(/`+/g), ({ index, 0: ticks }) => ({
    index,
    length: ticks.length,
  }));
  const spans: { text: string; isCode: boolean }[] = [];
  let end = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const open = runs[at]!;
    const closing = runs.findIndex(({ length }, other) => other > at && length === open.length);
    if (closing < 0) continue;
    const close = runs[closing]!;
    if (open.index > end) spans.push({ text: message.slice(end, open.index), isCode: false });
    spans.push({ text: message.slice(open.index + open.length, close.index), isCode: true });
    end = close.index + close.length;
    at = closing;
  }
  if (end < message.length) spans.push({ text: message.slice(end), isCode: false });
  return spans;
}
