import builtins

told = builtins.len
builtins.len = lambda held: held.setdefault("k", 1)
settings = {}
try:
    len(settings)
finally:
    builtins.len = told
assert settings["k"] == 1
