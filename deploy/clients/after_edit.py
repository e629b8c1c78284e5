#!/usr/bin/env python3
"""Shows a coding agent what Assay finds in a Python file it has just edited.

For Claude Code (PostToolUse) and Cursor (afterFileEdit), which both say on standard input which file it was. Needs Assay's
client.py beside it, or where ASSAY_CLIENT says. Nothing is written, and a service out of reach holds nobody up.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MOST_FINDINGS = 50
TIMEOUT_S = 60


def main() -> int:
    event = json.load(sys.stdin)
    file = edited_file(event)
    if not file or not file.endswith(".py") or not os.path.isfile(file):
        return 0
    report = check(file)
    if report.get("problem"):
        print(f"assay: {report['problem']}", file=sys.stderr)
    findings = [line for checked in report.get("files", []) for line in lines_of(checked)]
    return tell(event, findings) if findings else 0


def edited_file(event: dict[str, Any]) -> str:
    """Claude Code says it within the tool's arguments, Cursor at the top."""
    tool_input = event.get("tool_input")
    given = tool_input if isinstance(tool_input, dict) else event
    return str(given.get("file_path") or "")


def check(file: str) -> dict[str, Any]:
    client = os.environ.get("ASSAY_CLIENT") or str(Path(__file__).resolve().parent / "client.py")
    command = [sys.executable, client, "--json", "--", file]
    environment = {"ASSAY_SOURCE": "agent-hook", **os.environ}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_S)
        report = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        return {"problem": f"{client} gave no answer: {error}"}
    return report if isinstance(report, dict) else {}


def lines_of(checked: dict[str, Any]) -> list[str]:
    """What must be fixed, in the order of the lines; nothing of a file that is accepted."""
    if checked.get("status") != "rejected":
        return []
    found = [(item, str(item.get("rule"))) for item in checked.get("diagnostics", [])]
    found += [(item, f"security {item.get('tool')}:{item.get('id')}") for item in checked.get("security", [])]
    found.sort(key=lambda pair: pair[0].get("line") or 0)
    lines = [
        f"{checked.get('file')}:{item.get('line') or 1}: {item.get('severity')} {rule}: {item.get('message')}"
        for item, rule in found
    ]
    left = len(lines) - MOST_FINDINGS
    return [*lines[:MOST_FINDINGS], *([f"and {left} more"] if left > 0 else [])]


def tell(event: dict[str, Any], findings: list[str]) -> int:
    text = "\n".join(["Assay rejects this file; fix what it found:", *findings])
    if event.get("hook_event_name") == "afterFileEdit":
        print(json.dumps({"additional_context": text}))
        return 0
    print(text, file=sys.stderr)
    return 2  # Claude Code hands standard error to the model then


if __name__ == "__main__":
    sys.exit(main())
