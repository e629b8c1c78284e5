class Ring:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index % len(self.items)]


def pairs(ring):
    return [(ring[i], ring[i + 1]) for i in range(len(ring))]


assert pairs(Ring([1, 2])) == [(1, 2), (2, 1)]
