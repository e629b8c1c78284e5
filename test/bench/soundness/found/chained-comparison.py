n = len(input())
ok = n < 0 < 9
assert ok == False
