class Shape:
    count = 0
    kinds = []
    def __init__(self, name):
        self.name = name
        Shape.count += 1
        self.kinds.append(name)
    def area(self):
        return 0
    def describe(self):
        return f"{self.name} with area {self.area():.2f}"
    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"
class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r
    def area(self):
        return 3.14159 * self.r ** 2
class Square(Shape):
    sides = 4
    def __init__(self, side):
        super().__init__("square")
        self.side = side
    def area(self):
        return self.side * self.side
    def describe(self):
        return super().describe() + "!"
shapes = [Circle(1), Square(2), Shape("blob")]
for shape in shapes:
    print(shape.describe(), shape, isinstance(shape, Circle), isinstance(shape, (Square, Circle)))
print(Shape.count, Shape.kinds, Square.sides, shapes[1].sides, shapes[0].count)
shapes[0].count = 99
print(shapes[0].count, Shape.count)
class Temperature:
    def __init__(self, celsius):
        self._celsius = celsius
    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32
    @fahrenheit.setter
    def fahrenheit(self, value):
        self._celsius = (value - 32) * 5 / 9
    @property
    def celsius(self):
        return self._celsius
    @staticmethod
    def freezing():
        return Temperature(0)
    @classmethod
    def from_fahrenheit(cls, value):
        made = cls(0)
        made.fahrenheit = value
        return made
t = Temperature(100)
print(t.fahrenheit, t.celsius)
t.fahrenheit = 32
print(t.celsius, Temperature.freezing().fahrenheit, Temperature.from_fahrenheit(212).celsius, t.freezing().celsius)
try:
    t.celsius = 5
except AttributeError as error:
    print(type(error).__name__)
class Hot(Temperature):
    pass
print(type(Hot.from_fahrenheit(50)).__name__, isinstance(Hot(1), Temperature), issubclass(Hot, Temperature))
class Account:
    def __init__(self, balance=0):
        self.__balance = balance
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"bad amount {amount}")
        self.__balance += amount
        return self
    def balance(self):
        return self.__balance
a = Account()
print(a.deposit(5).deposit(10).balance(), a._Account__balance)
for attempt in [lambda: a.missing, lambda: a.deposit(), lambda: a.deposit(-1), lambda: Account(1, 2), lambda: Account.nothing, lambda: a.balance(1), lambda: None.x]:
    try:
        attempt()
    except (AttributeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(hasattr(a, "deposit"), hasattr(a, "zzz"), getattr(a, "zzz", "none"), getattr(t, "celsius"))
setattr(a, "extra", [1])
print(a.extra, callable(a.deposit), callable(5))
method = a.deposit
method(100)
print(a.balance(), Account.balance(a))
class Empty:
    pass
e = Empty()
e.x = 1
e.x += 2
print(e.x, isinstance(e, Empty))
del e.x
print(hasattr(e, "x"))
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
node = Node(1, Node(2, Node(3)))
while node:
    print(node.value, end=" ")
    node = node.next
print(node)
