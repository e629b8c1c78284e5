values = [[], {}, "", 0, "0", 0.0, None, False, [0], {0: 0}, (), (0,), -1, range(0), range(3)]
for value in values:
    print(repr(value), bool(value), not value, "yes" if value else "no")
print([] or "default", "x" or "y", 0 or None, [] and 1, 5 and "last", None or 0 or "" or [])
print(1 and 2 and 3, 1 and 0 and 3, "" or 0 or "end")
def noisy(value):
    print("asked", value)
    return value
print(noisy(0) or noisy(2) or noisy(3))
print(noisy(1) and noisy(0) and noisy(3))
print(not noisy(1) or noisy([]))
count = 3
while count:
    print(count)
    count -= 1
items = [1, 2]
while items:
    print(items.pop())
class Box:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
class Flag:
    def __bool__(self):
        return False
print(bool(Box(0)), bool(Box(2)), bool(Flag()), "full" if Box(1) else "empty")
print([v for v in values if v], list(filter(None, [0, 1, "", "a"])))
print(any([0, "", 3]), all([1, "a", []]), any([]), all([]))
