class A:
    pass


class B:
    x = 1


o = A()
o.__class__ = B
assert o.x == 1
