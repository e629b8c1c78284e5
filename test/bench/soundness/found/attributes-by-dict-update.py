class C:
    def __init__(self):
        self.__dict__.update(n=2)


assert C().n == 2
