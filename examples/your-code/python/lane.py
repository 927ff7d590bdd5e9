"""How a Python program is a lane of `bench --lane cmd:…`: one line a unit. docs/your-code.md has the protocol."""

import os
import sys

prefix = os.environ["ROUNDTRIP_PREFIX"]
is_first = os.environ["ROUNDTRIP_CLIENT"] == "0"


def serve(unit):
    print("ready", flush=True)
    for line in sys.stdin:
        # An empty line asks for nothing: it tells what a line costs.
        if line.strip():
            unit(int(line))
        print("ok", flush=True)
