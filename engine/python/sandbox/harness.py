"""PID 1 of a box: answers requests on its standard streams, or on one connection, until they close.

    python3 -S -s -P -u harness.py

It loads no submitted code itself. Every program, plan and judgement has a process of its own, which is over, with all
it started, before the next request is read.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
# An image brings its compiled files; a checkout should not get any.
sys.dont_write_bytecode = True

import startup  # noqa: E402, F401  before all others, to see what is loaded without them
import children  # noqa: E402

children.set_dumpable(False)

import gc  # noqa: E402

import compiling  # noqa: E402
import deciding  # noqa: E402
import running  # noqa: E402
import screening  # noqa: E402
import trial  # noqa: E402
from channel import Channel, Closed, Request, take_channel  # noqa: E402
from clone3 import correct_refusal  # noqa: E402
from confinement import is_confined  # noqa: E402
from installed import installed_packages  # noqa: E402
from program import environment  # noqa: E402
from startup import share_packages, use_layers  # noqa: E402

# Only where a box is reached so: what it needs takes a while to load.
if "BOX_PORT" in os.environ:
    import network  # noqa: E402

# Programs must not find the harness's modules where they look for their own.
sys.path.remove(HERE)
sys.dont_write_bytecode = False

PROTOCOL = 7


def answer(channel: Channel, request: Request) -> None:
    if request.op == "P":
        deciding.plan(channel, request)
    elif request.op == "J":
        deciding.judge(channel, request)
    elif request.op == "E":
        trial.examine(channel, request)
    elif request.op == "R":
        for result in running.run_programs(channel, channel.read_body(request)):
            channel.send(result)
        channel.send({"type": "done"})
    elif request.op == "L":
        channel.send({"type": "layered", "missing": use_layers(**channel.read_body(request))})
    elif request.op == "B":
        compiling.compile_packages(channel, channel.read_body(request))
    elif request.op == "C":
        used = screening.screen_candidates(channel, channel.read_body(request))
        channel.send({"type": "done", **used})
    else:
        channel.read(request.length)
        raise ValueError("there is no such request")


def serve(channel: Channel) -> None:
    channel.send(
        {
            "type": "ready",
            "python": sys.version.split()[0],
            "packages": installed_packages(),
            "confined": is_confined(),
            "protocol": PROTOCOL,
        }
    )
    while True:
        request = channel.next_request()
        channel.send({"type": "accepted"})
        try:
            answer(channel, request)
        except Closed:
            raise
        except Exception as error:
            channel.send({"type": "error", "message": f"{type(error).__name__}: {error}"[:500]})


def open_channel() -> Channel:
    port = os.environ.get("BOX_PORT")
    if port is None:
        return take_channel()
    connection = network.wait_for_caller(int(port), os.environ["BOX_KEY_SHA256"])
    network.forbid_networks()
    channel = take_channel(connection, connection)
    os.close(connection)
    return channel


def main() -> None:
    channel = open_channel()
    share_packages()
    children.ignore_signals()
    if children.is_init():
        correct_refusal()
    clean = environment()
    os.environ.clear()
    os.environ.update(clean)
    gc.collect()
    gc.freeze()
    try:
        serve(channel)
    except Closed:
        pass
    # Whatever is left dies with PID 1.
    os._exit(0)


if __name__ == "__main__":
    main()
