for text in ["42", "-7", "+5", " 12 ", "1_000", "0012"]:
    print(int(text), end=" ")
print()
for text, base in [("ff", 16), ("0xff", 16), ("101", 2), ("0b101", 0), ("zz", 36), ("-77", 8)]:
    print(int(text, base), end=" ")
print()
for bad in ["x", "", "1.5", "12a", "--1", "0x10"]:
    try:
        int(bad)
    except ValueError as error:
        print(error)
try:
    int("9", 8)
except ValueError as error:
    print(error)
try:
    int(None)
except TypeError as error:
    print(type(error).__name__)
print(bin(10), bin(-10), hex(255), hex(-1), oct(64), f"{10:b}", int(True))
print(ord("A"), ord("é"), ord("€"), chr(65), chr(8364), chr(128640), [ord(c) for c in "aé😀"])
for bad in ["ab", ""]:
    try:
        ord(bad)
    except TypeError as error:
        print(error)
try:
    chr(-1)
except ValueError as error:
    print(error)
print(str(12) + "3", int("12") + 3, str(1.5), str(None), str(True), str([1, "a"]), str((1,)), str({"a": None}))
print(repr("a'b"), repr('a"b'), repr("a\\b"), repr("\n\t"), repr("é😀"), repr(""), repr("\x1b[0m"))
print(float("1e5"), float(".5"), float("inf"), 1e5, 123456789012345678, 1.0e-7, 1e22, 1e23, 0.1 + 0.7)
print("%d %i %s %r %x %o %e %5.2f|%-6d|%06d|%+d" % (1.9, 2, "s", "r", 255, 8, 1234.5, 3.14159, 42, 42, 42))
print("abc" * 0, "ab" * -1, [1] * 2, (1, 2) * 2, "a" "b", "x" in "xyz")
print(len("héllo"), len("😀😀"), "😀é"[0], "a😀b".find("b"), "a😀b".index("😀"), "😀" * 2, "é😀z"[::-1], list("a😀"))
print("Ünïcödé".upper(), "ǅ".lower(), "ß".upper(), "ΑΒΓ".lower(), "İ".lower() == "i̇", "ﬁ".upper())
print("a,b;c".replace(",", ";").split(";"), "x=1&y=2".split("&"), "key: value: more".split(": ", 1), "  a  b ".split(" "))
print("tic-tac-toe".rsplit("-", 1), "a\nb\r\nc\n".splitlines(), "a\nb".splitlines(True), "".split(), "".split(","))
print("%s" % "only", "%%", "100%", "%5s|%-5s|" % ("a", "b"), "%c%c" % ("x", 121))
print(", ".join(f"{k}={v!r}" for k, v in {"a": 1, "b": "two"}.items()))
print(min("banana"), max("banana"), sorted("banana"), "".join(sorted(set("banana"))), "banana".count("an"), "banana".count("ana"))
print("hello world".title(), "it's ok".title(), "HELLO".casefold(), "x".isidentifier(), "1x".isidentifier(), "½".isnumeric())
print("abc".ljust(5, ".") + "|", "abc".center(8, "*"), "abc".rjust(2), "7".zfill(3), "+7".zfill(4), "a\tb".expandtabs(), "\tx".expandtabs(2))
