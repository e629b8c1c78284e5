def first(given):
    return next(given)


xs = [1, 2, 3]
assert first(xs[i] for i in range(len(xs) + 1)) == 1
