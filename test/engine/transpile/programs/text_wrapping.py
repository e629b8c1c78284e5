text = "The quick brown fox jumps over the lazy dog and runs far away from the big bad wolf"
def wrap(text, width):
    lines, current = [], ""
    for word in text.split():
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    if current:
        lines.append(current)
    return lines
for line in wrap(text, 20):
    print(f"|{line:<20}|{line:>20}|{line:^20}|")
def justify(line, width):
    words = line.split()
    if len(words) == 1:
        return words[0].ljust(width)
    gaps = len(words) - 1
    spaces = width - sum(map(len, words))
    each, extra = divmod(spaces, gaps)
    return "".join(w + " " * (each + (1 if i < extra else 0)) if i < gaps else w for i, w in enumerate(words))
for line in wrap(text, 24):
    print(repr(justify(line, 24)))
def table(rows):
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print(" | ".join(str(v).rjust(w) if isinstance(v, (int, float)) else str(v).ljust(w) for v, w in zip(row, widths)))
table([("name", "qty", "price"), ("pen", 10, 1.5), ("notebook", 2, 12.25)])
def camel(name):
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)
def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
print(camel("some_long_name"), snake("SomeLongName"), camel("x"), snake("aB"))
def indent(lines, by="  "):
    depth = 0
    for line in lines:
        if line == "}":
            depth -= 1
        print(by * depth + line)
        if line.endswith("{"):
            depth += 1
indent(["a {", "b {", "c", "}", "d", "}"])
vowels = sum(ch in "aeiou" for ch in text.lower())
print(vowels, text.count("o"), text.index("fox"), text[4:9], text.split()[-2:], " ".join(reversed(text.split()[:3])))
print(sorted(set(text.lower()) - set(" "))[:5], max(text.split(), key=len), {len(w): w for w in text.split()})
