const maxLength = 200;

/** What a protocol's own reader says, as a sentence; some of these repeat a piece of the request at length. */
export function toSentence(message: string): string {
  const short = message.length > maxLength ? `${message.slice(0, maxLength)}…` : message;
  return /[.…]$/.test(short) ? short : `${short}.`;
}
