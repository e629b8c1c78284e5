"""Runs a command in a terminal of its own and types a line each time that it asks.

    python in_terminal.py QUESTION ANSWERS COMMAND...

ANSWERS is a JSON list. What the command shows is printed; its exit status is passed on.
"""

import json
import os
import pty
import sys

question, answers, *command = sys.argv[1:]
left = [answer.encode() for answer in json.loads(answers)]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
shown, asked = b"", 0
while True:
    try:
        read = os.read(terminal, 65536)
    except OSError:  # the command has ended
        break
    if not read:
        break
    shown += read
    if left and shown.count(question.encode()) > asked:
        asked += 1
        os.write(terminal, left.pop(0))
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
