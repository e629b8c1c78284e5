from collections import Counter, defaultdict
words = ["listen", "silent", "enlist", "google", "elgoog", "abc", "cab", "x"]
groups = defaultdict(list)
for word in words:
    groups["".join(sorted(word))].append(word)
for key in sorted(groups):
    print(key, groups[key])
print([g for g in groups.values() if len(g) > 1])
print(Counter("listen") == Counter("silent"), Counter("a") == Counter("b"))
def can_build(note, magazine):
    have = Counter(magazine)
    for ch in note:
        if have[ch] <= 0:
            return False
        have[ch] -= 1
    return True
print(can_build("hello", "xhxexlxlxo"), can_build("aa", "a"))
print(Counter("abracadabra").most_common(3), sorted(Counter([3, 1, 3]).elements()))
def first_unique(text):
    counts = Counter(text)
    return next((ch for ch in text if counts[ch] == 1), None)
print(first_unique("swiss"), first_unique("aabb"))
