class Logged:
    def __init__(self):
        self.log = []

    def __getitem__(self, key):
        self.log.append(key)
        return key


v = Logged()
v[4]
assert v.log[0] == 4
