def average(values):
    return sum(values) / len(values)
for values in [[1, 2, 3], (4,), {5: 0, 7: 0}, range(4)]:
    print(values, average(values))
try:
    average([])
except ZeroDivisionError as error:
    print("caught", error)
print("one more")
average(["a", "b"])
