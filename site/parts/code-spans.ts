/** A message in pieces: what stands between backticks is code. */
export function codeSpansOf(message: string): readonly Readonly<{ text: string; isCode: boolean }>[] {
  const spans: { text: string; isCode: boolean }[] = [];
  let end = 0;
  for (const { index, 0: whole, groups } of message.matchAll(/(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)/gs)) {
    if (index > end) spans.push({ text: message.slice(end, index), isCode: false });
    spans.push({ text: groups!["code"]!, isCode: true });
    end = index + whole.length;
  }
  if (end < message.length) spans.push({ text: message.slice(end), isCode: false });
  return spans;
}
