for n in range(2, 12):
    for d in range(2, n):
        if n % d == 0:
            print(n, "=", d, "*", n // d)
            break
    else:
        print(n, "is prime")
i = 0
while i < 3:
    i += 1
    if i == 2:
        continue
    print("i", i)
else:
    print("while done", i)
while True:
    i += 1
    if i > 5:
        break
else:
    print("never")
print(i)
for x in []:
    pass
else:
    print("empty loop")
for k in range(3):
    k *= 10
    print(k, end=" ")
print(k)
xs = [1, 2, 3]
for x in xs:
    if len(xs) < 6:
        xs.append(x * 10)
print(xs)
for ch in "ab":
    for n in (1, 2):
        if n == 2:
            break
        print(ch, n)
print(ch, n)
print([i * j for i in range(1, 4) for j in range(i)], [[0] * 2 for _ in range(2)])
print([(i, j) for i in range(3) if i % 2 == 0 for j in "ab" if j != "a"])
print({i: i ** 2 for i in range(4)}, sorted({i % 3 for i in range(10)}), sum(i for i in range(5)))
for i, ch in enumerate("xyz", 1):
    print(i, ch)
for a, b in zip([1, 2, 3], "ab"):
    print(a, b)
for i in reversed(range(3)):
    print(i)
for a in sorted({"b": 1, "a": 2}):
    print(a)
print(list(range(5, 0, -2)), list(range(0)), list(range(-3, 3)), range(5), range(1, 5, 2))
d = {"a": 1}
try:
    for key in d:
        d[key + "x"] = 2
except RuntimeError as error:
    print(error)
def find(items, wanted):
    for index, item in enumerate(items):
        if item == wanted:
            return index
    else:
        return -1
print(find("hello", "l"), find([], 1), find([1, 2], 3))
