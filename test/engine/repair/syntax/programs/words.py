import re
from collections import Counter

STOP_WORDS = {
    "the",
    "a",
    "an",
    "and",
    "of",
}


def tokenize(text):
    """Splits a text into words.

    Punctuation is dropped, and so are words that say nothing.
    """
    words = re.findall(r"[a-z']+", text.lower())
    return [word for word in words if word not in STOP_WORDS]


def most_common(text, count=3):
    counter = Counter(tokenize(text))
    result = []
    for word, times in counter.most_common(count):
        result.append((word, times))
    return result


def longest(words):
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best


def histogram(text, width=20):
    counts = most_common(text, 5)
    if not counts:
        return "nothing to show"
    highest = max(times for _, times in counts)
    lines = []
    for word, times in counts:
        bar = "#" * int(times / highest * width)
        lines.append("%-10s %s" % (word, bar))
    return "\n".join(lines)


SAMPLE = "It's the end of a day, and the day isn't over: don't panic."

print(most_common(SAMPLE))
print(longest(tokenize(SAMPLE)))
print(histogram(SAMPLE))
