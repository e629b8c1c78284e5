class Box:
    def __init__(self, xs):
        self.xs = xs


xs = []
o = Box(xs)
o.xs += [1]
assert xs[0] == 1
