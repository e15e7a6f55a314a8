#!/usr/bin/env python3
"""Plays the episodes whose links arrive in the channel `player`. Needs `pip install varlink`.

    subscriber.py [SOCKET]
"""
import os
import sys

import varlink

runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
socket = sys.argv[1] if len(sys.argv) > 1 else f"{runtime}/deeplinkd/io.deeplinkd.sock"


def perform(action, inputs):
    if action != "play":
        raise ValueError(f"This player cannot {action}.")
    print("play episode", inputs["episode"], flush=True)


# A subscription occupies its connection, so acknowledgements need another one.
with (
    varlink.Client("unix:" + socket) as client,
    client.open("io.deeplinkd.Channels") as subscriber,
    client.open("io.deeplinkd.Channels") as answers,
):
    for reply in subscriber.Subscribe("player", _more=True):
        link = reply.get("link")
        if not link:  # The first reply only confirms the subscription.
            continue
        try:
            perform(link["action"], link["inputs"])
            answers.Acknowledge(link["delivery"], "performed")
        except ValueError as error:
            answers.Acknowledge(link["delivery"], "failed", str(error))
