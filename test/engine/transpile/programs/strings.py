s = "  Hello, World  "
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), s.lower().strip(), s.upper().strip())
print("a,b,,c".split(","), "a  b c".split(), "a  b c".split(" "), "abc".split("b"), "1-2-3".split("-", 1), "1-2-3".rsplit("-", 1))
print("-".join(["x", "y"]), "".join(map(str, [1, 2, 3])), ", ".join("abc"))
print("hello".find("l"), "hello".find("z"), "hello".rfind("l"), "hello".index("e"), "hello".count("l"))
print("hello".replace("l", "L"), "hello".replace("l", "L", 1), "aaa".replace("", "-"))
print("Hello World".swapcase(), "hello world".title(), "hELLO".capitalize(), "x".center(5, "*"), "x".ljust(3) + "|", "x".rjust(3, "."))
print("42".zfill(5), "-42".zfill(5), "a\tb".expandtabs(4), "line1\nline2\r\nline3".splitlines())
print("abc".startswith("ab"), "abc".endswith(("x", "bc")), "abc".startswith("b", 1))
print("abc".isalpha(), "123".isdigit(), "a1".isalnum(), " ".isspace(), "ABC".isupper(), "abc".islower())
print("a-b-c".partition("-"), "a-b-c".rpartition("-"), "abc".partition("x"))
print("ab" * 3, 3 * "-", "b" in "abc", "é".upper(), "straße".upper(), "ÀÉ".lower(), len("a😀b"), "a😀b"[::-1])
print("prefix_x".removeprefix("prefix_"), "x.py".removesuffix(".py"), "xxhixx".strip("x"))
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("tab\tnew\nline\\"), repr("\x00\x7fé"))
print("%s is %d years and %.2f%% %5d|%-5s|%05d %x" % ("Bob", 42, 99.5, 7, "ab", 42, 255))
print("{} {} {0}".replace("{0}", "") .format(1, 2), "{0} {1} {0}".format("a", "b"), "{x}-{y:>4}".format(x=1, y=2), "{:,.2f}".format(1234567.891))
print("abc" < "abd", "a" + "b" "c", "abc"[1], "\u00e9" == "é", ord("a"), chr(97), ord("😀"), chr(128512))
try:
    "hello".index("z")
except ValueError as error:
    print(error)
try:
    "a" + 1
except TypeError as error:
    print(error)
try:
    ",".join([1])
except TypeError as error:
    print(error)
table = str.maketrans("abc", "xyz")
print("aabbcc".translate(table), "hello world foo".split(maxsplit=1), "a.b.c".split(".")[-1])
for ch in "héy😀":
    print(ch, ord(ch))
