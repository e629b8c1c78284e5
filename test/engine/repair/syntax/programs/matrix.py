from typing import Sequence

Row = Sequence[float]


class Matrix:
    """A matrix of numbers."""

    def __init__(self, rows: Sequence[Row]):
        widths = {len(row) for row in rows}
        if len(widths) != 1:
            raise ValueError("rows differ in length")
        self.rows = [list(row) for row in rows]

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @classmethod
    def identity(cls, size):
        return cls([[1 if i == j else 0 for j in range(size)] for i in range(size)])

    def __mul__(self, other):
        height, inner = self.shape
        other_inner, width = other.shape
        if inner != other_inner:
            raise ValueError(f"cannot multiply {self.shape} by {other.shape}")
        return Matrix(
            [
                [
                    sum(self.rows[i][k] * other.rows[k][j] for k in range(inner))
                    for j in range(width)
                ]
                for i in range(height)
            ]
        )

    def transpose(self):
        return Matrix(list(zip(*self.rows)))

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __repr__(self):
        return "Matrix(" + repr(self.rows) + ")"


a = Matrix([[1, 2], [3, 4]])
b = Matrix.identity(2)
assert a * b == a
print((a * a).transpose())
