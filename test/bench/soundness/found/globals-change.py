x = []
globals()["x"].append(1)
assert x[0] == 1
