const [lineFeed, carriageReturn] = [10, 13];

/**
 * Where lines begin behind a line break that stands in a part of a text. Only `\n`, `\r\n` and a bare `\r` end a line in
 * Python. A loop over characters, since long texts have a hundred thousand lines, and patterns take ten times as long.
 */
export function lineStartsIn(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = from; at < to; at += 1) {
    const character = text.charCodeAt(at);
    if (character === carriageReturn && at + 1 < to && text.charCodeAt(at + 1) === lineFeed) at += 1;
    else if (character !== lineFeed && character !== carriageReturn) continue;
    starts.push(at + 1);
  }
  return starts;
}
