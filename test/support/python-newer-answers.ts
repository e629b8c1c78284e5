type Version = readonly [number, number];

/** Values that Python 3.13, the sandbox's version, computes or writes differently from Python 3.11. */
const newerAnswers: Readonly<Record<string, string>> = {
  "sum([0.1, 0.2, 0.3])": "0.6",
  "sum([1e16, 1.0, -1e16])": "1.0",
  "sum([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])": "1.0",
  "OrderedDict({'a': 1, 'b': 2, 'c': 3})": "OrderedDict({'a': 1, 'b': 2, 'c': 3})",
  "json.dumps(inf, allow_nan=False)": "ValueError: Out of range float values are not JSON compliant: inf",
  "json.loads('[1,]')":
    "JSONDecodeError: Illegal trailing comma before end of array: line 1 column 3 (char 2)",
  "json.loads('{\"a\":1,}')":
    "JSONDecodeError: Illegal trailing comma before end of object: line 1 column 7 (char 6)",
};

/** Errors that Python 3.13 words differently from Python 3.11, by expression and 3.11's message. */
const newerWords: readonly (readonly [asked: RegExp, older: string, newer: string])[] = [
  [/ % /, "ZeroDivisionError: float modulo", "ZeroDivisionError: float modulo by zero"],
  [/slice/, "TypeError: can only assign an iterable", "TypeError: must assign iterable to extended slice"],
  [/min/, "ValueError: min() arg is an empty sequence", "ValueError: min() iterable argument is empty"],
  [/max/, "ValueError: max() arg is an empty sequence", "ValueError: max() iterable argument is empty"],
  [/\.find\(/, "TypeError: must be str, not int", "TypeError: find() argument 1 must be str, not int"],
];

/** Python 3.13's answer, from the answer of this version. */
export function asPython313(expression: string, answer: string, version: Version): string {
  if (version[1] === 13) return answer;
  const words = newerWords.find(([asked, older]) => asked.test(expression) && answer === older);
  return newerAnswers[expression] ?? words?.[2] ?? answer;
}

/** Whether the messages of its errors are known to be those of 3.13. Otherwise only their classes can be compared. */
export function hasKnownWords(version: Version): boolean {
  return version[1] >= 11 && version[1] <= 13;
}
