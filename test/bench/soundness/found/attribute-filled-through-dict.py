class C:
    def __init__(self):
        self.a = None
        self.__dict__["a"] = [1]


assert C().a[0] == 1
