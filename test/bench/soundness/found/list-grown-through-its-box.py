def f(xs):
    n = len(xs)
    ys = [xs].pop()
    ys.append(0)
    for i in range(n + 1):
        xs[i]


f([1, 2])
