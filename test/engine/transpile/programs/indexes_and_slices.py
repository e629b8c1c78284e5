xs = [10, 20, 30, 40, 50]
print(xs[0], xs[-1], xs[1:-1], xs[::-1], xs[::2], xs[3:100], xs[-2:], xs[:0], xs[4:1:-1], xs[-100:2])
s = "hello, wörld 😀!"
print(s[0], s[-1], s[-2], s[1:5], s[::-1], s[7:12], s[::3], len(s))
t = (1, 2, 3, 4)
print(t[1:3], t[::-1], t[-1], t[5:])
xs[1:3] = ["a", "b", "c"]
print(xs)
xs[::2] = [0, 0, 0]
print(xs)
del xs[0]
print(xs)
del xs[1:3]
print(xs)
xs[len(xs):] = [7, 8]
xs[:0] = [9]
print(xs)
xs[1:1] = "xy"
print(xs)
for bad in [10, -10]:
    try:
        xs[bad]
    except IndexError as error:
        print(error)
    try:
        xs[bad] = 1
    except IndexError as error:
        print(error)
    try:
        "abc"[bad]
    except IndexError as error:
        print(error)
    try:
        (1, 2)[bad]
    except IndexError as error:
        print(error)
try:
    xs["a"]
except TypeError as error:
    print(error)
try:
    xs[::2] = [1]
except ValueError as error:
    print(error)
try:
    xs[::0]
except ValueError as error:
    print(error)
r = range(10, 0, -3)
print(r[0], r[-1], len(r), list(r), r[1:], 7 in r, 8 in r)
matrix = [[1, 2, 3], [4, 5, 6]]
matrix[1][0] += 10
matrix[-1][-1] *= 2
print(matrix, [row[1] for row in matrix])
