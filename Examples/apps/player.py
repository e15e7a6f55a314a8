#!/usr/bin/env python3
"""A podcast player that gets its episodes from links, and queues the episode of each link exactly once.

    player.py run FOLDER [SOCKET]       subscribes to the channel `player`, and works until it is stopped
    player.py queue FOLDER              prints the episodes in its queue

FOLDER holds its database. The player needs Python's standard library alone. A link is performed once, whether the player
runs when the link is sent, is started by the daemon, starts slowly, or is killed before it acknowledges.
"""
import json
import os
import socket
import sqlite3
import sys
import time

CHANNEL = "player"
# A user has at most so many links in all held channels together, so no older delivery arrives again.
REMEMBERED_DELIVERIES = 1000


class Refusal(Exception):
    """Why this player cannot perform a link, as its sender reads it."""


class Queue:
    """The effects of links, kept together with the names of the deliveries that caused them."""

    def __init__(self, folder):
        self.database = sqlite3.connect(os.path.join(folder, "player.sqlite"))
        with self.database:
            self.database.execute("CREATE TABLE IF NOT EXISTS queue (place INTEGER PRIMARY KEY, episode INTEGER)")
            self.database.execute(
                "CREATE TABLE IF NOT EXISTS deliveries (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)"
            )

    def perform(self, link):
        """Does what a link asks for, unless it was done before.

        The effect and the name of the delivery are one transaction: a player that is killed has both or none.
        """
        if link["action"] != "play":
            raise Refusal(f"This player cannot {link['action']}.")
        with self.database as database:
            new = database.execute("INSERT OR IGNORE INTO deliveries (name) VALUES (?)", [link["delivery"]])
            if new.rowcount == 0:
                return
            database.execute("INSERT INTO queue (episode) VALUES (?)", [link["inputs"]["episode"]])
            database.execute("DELETE FROM deliveries WHERE number <= ?", [new.lastrowid - REMEMBERED_DELIVERIES])

    def episodes(self):
        return [row[0] for row in self.database.execute("SELECT episode FROM queue ORDER BY place")]


class CallFailed(Exception):
    """The daemon answered a call with an error."""

    def __init__(self, reply):
        super().__init__(f"{reply['error']} {json.dumps(reply.get('parameters', {}))}")
        self.name = reply["error"].removeprefix("io.deeplinkd.Channels.")


def call(address, method, parameters, more=False):
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
                    raise CallFailed(reply)
                yield reply["parameters"]
                if not reply.get("continues"):
                    return
    raise ConnectionError("the daemon closed the connection")


def acknowledge(address, link, queue):
    answer = {"delivery": link["delivery"], "result": "performed"}
    try:
        queue.perform(link)
    except Refusal as refusal:
        answer |= {"result": "failed", "reason": str(refusal)}
    try:
        list(call(address, "Acknowledge", answer))
    except CallFailed as error:
        # Its time is over. The link arrives again, and is acknowledged without another effect.
        if error.name != "UnknownDelivery":
            raise


def run(queue, address):
    """Performs links until the process is stopped; connects again when the daemon restarts."""
    delay = 0.1
    while True:
        try:
            for reply in call(address, "Subscribe", {"channel": CHANNEL}, more=True):
                delay = 0.1
                if link := reply.get("link"):  # The first reply only confirms the subscription.
                    acknowledge(address, link, queue)
        except (CallFailed, OSError) as error:
            print(f"player: {error}; next attempt in {delay:.1f} s", file=sys.stderr, flush=True)
        time.sleep(delay)
        delay = min(delay * 2, 10)


def main(arguments):
    # A program that the daemon starts has no XDG_RUNTIME_DIR.
    runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
    match arguments:
        case ["run", folder, *address] if len(address) < 2:
            run(Queue(folder), (address or [f"{runtime}/deeplinkd/io.deeplinkd.sock"])[0])
        case ["queue", folder]:
            print(*Queue(folder).episodes())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        pass
