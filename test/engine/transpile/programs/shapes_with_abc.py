from abc import ABC, abstractmethod
import math
class Shape(ABC):
    def __init__(self, name: str) -> None:
        self.name = name
    @abstractmethod
    def area(self) -> float:
        """The area."""
    @property
    @abstractmethod
    def corners(self):
        ...
    def report(self) -> str:
        return f"{self.name}: {self.area():.3f} ({self.corners})"
    def __lt__(self, other):
        return self.area() < other.area()
class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r
    def area(self):
        return math.pi * self.r ** 2
    @property
    def corners(self):
        return 0
class Polygon(Shape):
    def __init__(self, *points):
        super().__init__(f"{len(points)}-gon")
        self.points = points
    def area(self):
        pairs = zip(self.points, self.points[1:] + self.points[:1])
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2
    @property
    def corners(self):
        return len(self.points)
shapes = [Circle(1), Polygon((0, 0), (4, 0), (4, 3)), Polygon((0, 0), (2, 0), (2, 2), (0, 2))]
for shape in sorted(shapes):
    print(shape.report())
print(max(shapes).name, [s.corners for s in shapes], sum(s.area() for s in shapes if s.corners))
print(isinstance(shapes[0], Shape), issubclass(Polygon, Shape), [type(s).__name__ for s in shapes])
total = {}
for s in shapes:
    total.setdefault(type(s), []).append(round(s.area(), 2))
print({k.__name__: v for k, v in total.items()})
