seen = []
left = [1, 0]


def f():
    seen.append(1)
    return left.pop(0)


for item in iter(f, 0):
    pass
assert seen[1] == 1
