"""Runs programs one after another, each in a process of its own; tells what they print and how they end."""

import concurrent.futures
import json
import subprocess
import sys
import tempfile


def run(text):
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/program.py"
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        try:
            done = subprocess.run(
                [sys.executable, "-W", "ignore", path],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=folder,
                timeout=60,
            )
        except subprocess.TimeoutExpired:
            return {"out": "", "raised": "timeout", "status": None}
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    raised = said[-1].split(":")[0] if done.returncode and said else None
    return {"out": done.stdout.decode("utf-8", "replace"), "raised": raised, "status": done.returncode}


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    json.dump(list(pool.map(run, json.load(sys.stdin))), sys.stdout)
