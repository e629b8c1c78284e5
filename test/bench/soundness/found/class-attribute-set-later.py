class C:
    pass


C.x = 5
assert C().x == 5
