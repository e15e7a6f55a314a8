#!/usr/bin/env python3
"""Plays the episodes whose links arrive in the channel `player`. Needs Python's standard library alone.

    subscriber-plain.py [SOCKET]
"""
import json
import os
import socket
import sys

runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
address = sys.argv[1] if len(sys.argv) > 1 else f"{runtime}/deeplinkd/io.deeplinkd.sock"


def call(method, parameters, more=False):
    """Calls a method and yields its replies. A Varlink message is JSON with a NUL byte behind it."""
    message = {"method": "io.deeplinkd.Channels." + method, "parameters": parameters, "more": more}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        connection.sendall(json.dumps(message).encode() + b"\0")
        unread = b""
        while data := connection.recv(65536):
            *messages, unread = (unread + data).split(b"\0")
            for reply in map(json.loads, messages):
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']} {reply.get('parameters', '')}")
                yield reply["parameters"]
                if not reply.get("continues"):
                    return
    raise RuntimeError("the daemon closed the connection")


for reply in call("Subscribe", {"channel": "player"}, more=True):
    if link := reply.get("link"):  # The first reply only confirms the subscription.
        result = {"delivery": link["delivery"], "result": "performed"}
        if link["action"] == "play":
            print("play episode", link["inputs"]["episode"], flush=True)
        else:
            result |= {"result": "failed", "reason": f"This player cannot {link['action']}."}
        list(call("Acknowledge", result))
