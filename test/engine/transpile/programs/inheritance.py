class Animal:
    legs = 4
    def __init__(self, name):
        self.name = name
        self.log = []
        self.setup()
    def setup(self):
        self.log.append("animal")
    def speak(self):
        return "..."
    def introduce(self, greeting="I am"):
        return f"{greeting} {self.name}, I say {self.speak()}"
    def __str__(self):
        return f"<{self.name}>"
class Dog(Animal):
    def speak(self):
        return "woof"
    def setup(self):
        super().setup()
        self.log.append("dog")
class Puppy(Dog):
    legs = 3
    def __init__(self, name, age=1):
        Dog.__init__(self, name + " jr")
        self.age = age
    def speak(self):
        return super().speak() + "!" * self.age
    @property
    def label(self):
        return f"{self.name}:{self.age}"
class Bird(Animal):
    legs = 2
    def __init__(self, *args, **kw):
        super().__init__(*args)
        self.options = kw
for animal in [Animal("a"), Dog("rex"), Puppy("bo", 3), Bird("tweety", wings=2)]:
    print(animal, animal.introduce(), animal.legs, animal.log, isinstance(animal, Dog), type(animal).__name__)
print(Puppy("x").label, Bird("b", k=1).options, Dog("d").introduce("me:"), Dog("e").introduce(greeting="hey"))
class Base:
    registry = {}
    @classmethod
    def create(cls, *args):
        made = cls(*args)
        cls.registry[cls.__name__] = made
        return made
    @staticmethod
    def helper(x):
        return x * 2
    def template(self):
        return [self.step(i) for i in range(3)]
    def step(self, i):
        raise NotImplementedError("step")
class Impl(Base):
    def __init__(self, k=1):
        self.k = k
    def step(self, i):
        return self.helper(i) + self.k
print(Impl.create(5).template(), Impl().template(), sorted(Base.registry), Base.registry is Impl.registry)
try:
    Base().template()
except NotImplementedError as error:
    print("NotImplementedError", error)
class Stack:
    def __init__(self):
        self._items = []
    def push(self, item):
        self._items.append(item)
        return self
    def pop(self):
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()
    def __len__(self):
        return len(self._items)
class Limited(Stack):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
    def push(self, item):
        if len(self) >= self.limit:
            raise OverflowError(f"limit {self.limit}")
        return super().push(item)
s = Limited(2).push(1).push(2)
try:
    s.push(3)
except OverflowError as error:
    print(error, len(s), s.pop(), s.pop())
try:
    s.pop()
except IndexError as error:
    print(error)
class Meta(Exception):
    level = 1
    def __init__(self, *args, extra=None):
        super().__init__(*args)
        self.extra = extra
    def __str__(self):
        return f"[{self.level}] {', '.join(map(str, self.args))} {self.extra}"
class SubMeta(Meta):
    level = 2
try:
    raise SubMeta("a", 1, extra="more")
except Meta as error:
    print(error, error.extra, error.args, error.level, isinstance(error, SubMeta))
print(issubclass(Puppy, Animal), issubclass(Animal, Puppy), issubclass(SubMeta, (ValueError, Meta)))
