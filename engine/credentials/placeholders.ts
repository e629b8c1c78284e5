/** Words that people write where a secret will stand. */
const standIn =
  /(?:^|[^a-z])(?:examples?|samples?|dummy|fake|mock(?:ed)?|placeholder|changeme|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)?|insert|fixme|todo|redacted|removed|masked|hidden|censored|undefined|none|null|nil|empty|unset|not[-_ ]?set|n\/a|tbd|foo|bar|baz|foobar|qux|lorem|ipsum|put|enter|fill|your|yours|here)(?:[^a-z]|$)/i;

/** Marks of a template or of something that was cut out. */
const template =
  /^<.*>$|^\[.*\]$|<[\w -]{2,}>|\{\{?[\w.[\] ]*\}|\$[({]|^\$\w+$|%\(\w+\)s|%s|\*{3,}|\.{3,}|…|x{4,}|_{4,}|-{6,}|0{8,}|(?:^|[^a-z])your|example|changeme|placeholder|redacted|dummy|not-?a-?secret|^123e4567-e89b-/i;

const testing =
  /(?:^|[^a-z])(?:test(?:ing|s|er)?|unittest|pytest|fixture|stub)(?:[^a-z]|$)|^test|(?:test|tests|testing)$/i;

/** One character again and again, or the next of each: nobody was given that by a provider. */
function isMonotonous(value: string): boolean {
  if (new Set(value).size <= 2 && value.length > 3) return true;
  let steps = 0;
  for (let at = 1; at < value.length; at += 1)
    if (value.charCodeAt(at) - value.charCodeAt(at - 1) === 1) steps += 1;
  return value.length >= 10 && steps >= value.length * 0.7;
}

/** What stands for a secret instead of being one, whatever it is called. */
export function isPlaceholder(value: string): boolean {
  return standIn.test(value) || template.test(value) || isMonotonous(value);
}

/** What only a test would take. */
export function isTestValue(value: string): boolean {
  return testing.test(value);
}

/** For provider formats: documentation writes such words into otherwise well-formed keys. */
export function isDocumentationKey(value: string): boolean {
  return (
    /example|sample|placeholder|changeme|redacted|dummy|fake|your|xxxx|test(?:key|token)|0{10,}|1234567890(?:abcdef|ab)?$/i.test(
      value,
    ) ||
    isMonotonous(value) ||
    isAlphabet(value)
  );
}

/** The alphabet from its beginning, and nothing but letters and digits in their order for half of it or more. */
function isAlphabet(value: string): boolean {
  const text = value.toLowerCase();
  if (!text.includes("abcdefghij")) return false;
  let inOrder = 0;
  for (let start = 0, at = 1; at <= text.length; at += 1) {
    if (text.charCodeAt(at) - text.charCodeAt(at - 1) === 1) continue;
    if (at - start >= shortestRun) inOrder += at - start;
    start = at;
  }
  return inOrder >= text.length / 2;
}

/** Shorter ones come about by chance. */
const shortestRun = 6;
