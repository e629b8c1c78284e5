def fill(len):
    xs = []
    for _ in range(2):
        len(xs)
        print(xs[0])


fill(lambda xs: xs.append(1))
