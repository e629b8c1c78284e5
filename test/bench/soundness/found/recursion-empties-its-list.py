def f(xs):
    if xs == []:
        return 0
    xs.pop()
    return 1 + f(xs)


assert f([1, 2]) == 2
