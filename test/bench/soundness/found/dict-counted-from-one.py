def total(d):
    found = 0
    for i in range(len(d)):
        found += d[i + 1]
    return found


assert total({1: 1, 2: 2}) == 3
