class C:
    def m(self):
        return 1


C.m = lambda self, a, b: a
assert C().m(1, 2) == 1
