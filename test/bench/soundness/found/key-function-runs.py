calls = []


def f(item):
    calls.append(item)
    return item


sorted([2, 1], key=f)
assert calls[0] == 2
