import csv
import io
import statistics

DATA = """name,subject,score
Ana,maths,81
Ana,history,92
Ben,maths,67
Ben,history,74
"""


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def by(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(row[key], []).append(float(row["score"]))
    return groups


def grade(score):
    if score >= 90:
        return "A"
    elif score >= 80:
        return "B"
    elif score >= 70:
        return "C"
    else:
        return "D"


def summary(rows, key):
    lines = ["{:<10}{:>8}{:>8}".format(key, "mean", "grade")]
    for name, scores in sorted(by(rows, key).items()):
        mean = statistics.mean(scores)
        # Grades go by the mean, not by the best.
        lines.append("{:<10}{:>8.1f}{:>8}".format(name, mean, grade(mean)))
    return "\n".join(lines)


rows = read(DATA)
print(summary(rows, "name"))
print()
print(summary(rows, "subject"))
best = max(rows, key=lambda row: float(row["score"]))
print("best:", best["name"], "in", best["subject"])
