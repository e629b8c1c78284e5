import bisect
def search(xs, wanted):
    low, high = 0, len(xs) - 1
    while low <= high:
        middle = (low + high) // 2
        if xs[middle] == wanted:
            return middle
        if xs[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
xs = [1, 3, 5, 7, 9, 11]
for wanted in [1, 7, 11, 4, 0, 12]:
    print(wanted, search(xs, wanted), bisect.bisect_left(xs, wanted), bisect.bisect(xs, wanted))
bisect.insort(xs, 6)
print(xs)
def root(f, low, high, steps=30):
    for _ in range(steps):
        middle = (low + high) / 2
        if f(low) * f(middle) <= 0:
            high = middle
        else:
            low = middle
    return round((low + high) / 2, 6)
print(root(lambda x: x * x - 2, 0, 2), root(lambda x: x ** 3 - 27, 0.0, 10.0))
