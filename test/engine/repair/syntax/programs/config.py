import json
import os
import sys

DEFAULTS = {
    "host": "localhost",
    "port": 8080,
    "debug": False,
    "paths": ["/var/data", "/srv/data"],
    "limits": {"size": 1024, "depth": 5},
}


def merge(base, extra):
    merged = dict(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merge(merged[key], value)
        else:
            merged[key] = value
    return merged


def load(path):
    if not os.path.exists(path):
        return DEFAULTS
    with open(path, encoding="utf-8") as handle:
        return merge(DEFAULTS, json.load(handle))


def from_environment(config, prefix="APP_"):
    for name, value in os.environ.items():
        if not name.startswith(prefix):
            continue
        key = name[len(prefix):].lower()
        if key == "port":
            config[key] = int(value)
        elif key == "debug":
            config[key] = value in ("1", "true", "yes")
        elif key in config:
            config[key] = value
    return config


def main(arguments):
    path = arguments[1] if len(arguments) > 1 else "config.json"
    config = from_environment(load(path))
    json.dump(config, sys.stdout, indent=2, sort_keys=True)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
