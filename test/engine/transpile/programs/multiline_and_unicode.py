text = """first line
  second "quoted" line
\ttabbed\\ backslash
last"""
for number, line in enumerate(text.splitlines(), 1):
    print(f"{number:02d}: {line!r} ({len(line)})")
print(text.count("\n"), text.split("\n")[-1], text[:5] + "...")
greeting = ("hello "
            "wide "
            'world')
print(greeting, len(greeting), greeting.title())
raw = r"C:\new\table"
print(raw, len(raw), "a\\b", 'single \'quoted\'', "tab\there")
emoji = "a😀b👍🏽c"
print(len(emoji), emoji[1], emoji[::-1][0], [c for c in emoji if ord(c) > 0xFFFF], emoji.index("b"), emoji.split("b"))
print("naïve café".upper(), "ÉCOLE".lower(), "ñ" < "o", sorted(["é", "e", "z", "a"]), "straße".replace("ß", "ss"))
print("日本語"[1], len("日本語"), "日本語".find("語"), "本" in "日本語", "日本語".center(9, "*"), f"{'日':>4}|")
combining = "e\u0301"
print(len(combining), combining == "é", repr("\u200b\xa0"), repr("\ud83d") if False else "skip")
template = "Dear {name},\nyou owe {amount:.2f} since {days:>3} days. {{literal}}"
print(template.format(name="Ann", amount=12.5, days=7))
print(f"""multi {1 + 1}
line {'nested'} f-string""")
backticks = "`${not a template}` and \\`"
print(backticks, f"`{backticks}` ${{x}}", len(backticks))
print("\x41\u0042\U00000043", "\101", "null\0char".split("\0"), repr("\x07\x1b"), "a\
b")
name, total = "x", 3
print(f"{name=}, {total=:>5}, {total * 2 = }", f"{'a' if total > 2 else 'b'}", f"{total!r:^7}|", f"{{{total}}}")
print("%-10s|%5s|%05.1f" % ("left", "r", 3.14159), "{:*^11}".format("mid"), "{0:>{1}}".format("w", 6), "{:+.1e}".format(12345.678))

# Names that Python takes for one.
ﬁ = 1
fi = ﬁ + 𝐟𝐢
𝐝𝐨 = ﬁ * 2
print(fi, do, ｆｉ, 𝐝𝐨)
