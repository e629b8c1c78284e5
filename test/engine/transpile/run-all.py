"""Runs the programs named on standard input in turn and prints what each showed, as one JSON object."""

import contextlib
import io
import json
import sys
import traceback


def run(file):
    output = io.StringIO()
    code, error = 0, ""
    with open(file, "rb") as source:
        program = compile(source.read(), file, "exec")
    with contextlib.redirect_stdout(output):
        try:
            exec(program, {"__name__": "__main__", "__builtins__": __builtins__})
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 0 if exit.code is None else 1
            error = "" if exit.code is None or isinstance(exit.code, int) else str(exit.code)
        except BaseException as raised:
            code, error = 1, traceback.format_exception_only(raised)[-1].strip().replace("__main__.", "")
    return {"output": output.getvalue(), "code": code, "error": error}


json.dump({name: run(file) for name, file in json.load(sys.stdin)}, sys.stdout)
