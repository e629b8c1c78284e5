class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
class LinkedList:
    def __init__(self, items=()):
        self.head = None
        self.size = 0
        for item in items:
            self.append(item)
    def append(self, value):
        node = Node(value)
        self.size += 1
        if self.head is None:
            self.head = node
            return
        current = self.head
        while current.next is not None:
            current = current.next
        current.next = node
    def reverse(self):
        previous, current = None, self.head
        while current:
            current.next, previous, current = previous, current, current.next
        self.head = previous
    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next
    def __len__(self):
        return self.size
    def __repr__(self):
        return " -> ".join(map(repr, self))
items = LinkedList([1, 2, 3])
print(items, len(items), list(items), 2 in items, sum(items))
items.reverse()
items.append("end")
print(items, [type(v).__name__ for v in items])
class Tree:
    class_count = 0
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None
        Tree.class_count += 1
    def insert(self, value):
        if value < self.value:
            if self.left is None:
                self.left = Tree(value)
            else:
                self.left.insert(value)
        elif self.right is None:
            self.right = Tree(value)
        else:
            self.right.insert(value)
        return self
    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.value
        if self.right:
            yield from self.right.walk()
    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)
root = Tree(50)
for v in [30, 70, 20, 40, 60, 80, 10]:
    root.insert(v)
print(list(root.walk()), root.depth(), Tree.class_count)
class LRU:
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = {}
    def get(self, key):
        if key not in self.data:
            return -1
        self.data[key] = self.data.pop(key)
        return self.data[key]
    def put(self, key, value):
        self.data.pop(key, None)
        if len(self.data) >= self.capacity:
            del self.data[next(iter(self.data))]
        self.data[key] = value
cache = LRU(2)
cache.put("a", 1)
cache.put("b", 2)
print(cache.get("a"), cache.data)
cache.put("c", 3)
print(cache.get("b"), cache.get("c"), cache.data)
class Trie:
    def __init__(self):
        self.children = {}
        self.end = False
    def add(self, word):
        node = self
        for ch in word:
            node = node.children.setdefault(ch, Trie())
        node.end = True
    def words(self, prefix=""):
        found = [prefix] if self.end else []
        for ch, child in self.children.items():
            found.extend(child.words(prefix + ch))
        return found
trie = Trie()
for word in ["car", "cat", "dog", "ca"]:
    trie.add(word)
print(trie.words())
class Heap:
    def __init__(self):
        self.items = []
    def push(self, item):
        self.items.append(item)
        i = len(self.items) - 1
        while i > 0 and self.items[i] < self.items[(i - 1) // 2]:
            parent = (i - 1) // 2
            self.items[i], self.items[parent] = self.items[parent], self.items[i]
            i = parent
    def pop(self):
        items = self.items
        items[0], items[-1] = items[-1], items[0]
        smallest = items.pop()
        i = 0
        while True:
            child = 2 * i + 1
            if child >= len(items):
                break
            if child + 1 < len(items) and items[child + 1] < items[child]:
                child += 1
            if items[i] <= items[child]:
                break
            items[i], items[child] = items[child], items[i]
            i = child
        return smallest
heap = Heap()
for v in [5, 3, 8, 1, 9, 2]:
    heap.push(v)
print([heap.pop() for _ in range(6)])
loop = Node(1)
loop.next = loop
print(loop.next.next.value, loop is loop.next)
nested = [1]
nested.append(nested)
print(nested)
