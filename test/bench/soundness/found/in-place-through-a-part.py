xs = []
box = [xs]
box[0] += [1]
assert xs[0] == 1
