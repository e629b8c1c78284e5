people = [("ann", 30), ("bob", 25), ("cid", 30), ("dan", 25)]
print(sorted(people, key=lambda p: p[1]), sorted(people, key=lambda p: (-p[1], p[0])))
print(sorted(people, key=lambda p: p[1], reverse=True))
xs = [10, 9, 2, 33, 1]
xs.sort()
print(xs)
xs.sort(reverse=True)
print(xs, sorted("banana"), sorted(["b", "A", "c"], key=str.lower), sorted([True, 0, 2, False]))
words = "the quick brown fox jumps".split()
words.sort(key=len)
print(words, max(words, key=len), min(words, key=len), sorted(words, key=lambda w: w[-1]))
print(max(3, 1, 2), min([4, 2, 8]), max([], default="none"), max("abc"), max([1, 2], [1, 3]))
print(sorted([1.5, 1, 2, -3.0]), sorted([[2, 1], [1, 5], [1]]), sorted({"b": 1, "a": 2}.items()))
class Item:
    def __init__(self, w, tag):
        self.w = w
        self.tag = tag
    def __lt__(self, other):
        return self.w < other.w
    def __repr__(self):
        return f"{self.tag}{self.w}"
print(sorted([Item(3, "a"), Item(1, "b"), Item(3, "c"), Item(2, "d")]), min(Item(2, "x"), Item(1, "y")))
try:
    sorted([1, "a"])
except TypeError as error:
    print(error)
try:
    max([])
except ValueError as error:
    print(type(error).__name__)
def bubble(items):
    items = items[:]
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return items
def quick(items):
    if len(items) <= 1:
        return items
    pivot, *rest = items
    return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])
def merge(a):
    if len(a) < 2:
        return a
    mid = len(a) // 2
    left, right = merge(a[:mid]), merge(a[mid:])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]
data = [5, 3, 8, 1, 9, 2, 7]
print(bubble(data), quick(data), merge(data), data)
print(list(reversed(data)), data[::-1] == list(reversed(data)), sorted(data, key=lambda n: n % 3))
