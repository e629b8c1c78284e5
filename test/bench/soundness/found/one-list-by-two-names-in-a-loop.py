def f(a: list[int], b: list):
    a.clear()
    for _ in range(1):
        try:
            b.extend([1, 2])
        except ZeroDivisionError:
            raise
    return a.pop()


xs = [1]
assert f(xs, xs) == 2
