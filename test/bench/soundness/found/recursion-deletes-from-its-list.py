def f(xs):
    if xs == []:
        return 0
    del xs[0]
    return 1 + f(xs)


assert f([1, 2]) == 2
