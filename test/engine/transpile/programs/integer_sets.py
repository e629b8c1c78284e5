s = {5, 3, 100, 7, 1}
print(s, list(s), len(s))
for x in {10, 2, 33, 4}:
    print(x)
s.add(64)
s.discard(3)
print(s, sorted(s), [x * 2 for x in s], sum(s))
t = set(range(0, 200, 17))
print(t, t & s, t | {1, 2}, t - {0}, max(t))
print({x % 7 for x in range(50)}, set([3, 3, 1]), frozenset([9, 8]), {-1, -2, 5})
while t:
    print(t.pop(), end=" ")
print()
a, b = {20, 4}
print(a, b, *{1, 9}, {(1, 2), (0, 5)}, {1.5, 2, None} == {None, 2.0, 1.5})
print(tuple({40, 8}), list(map(str, {3, 11})), f"{ {7, 15} }", str({2 ** 61, 5}), {True, 0})
