#!/usr/bin/env python3
"""Plays the episodes whose links arrive in the channel `player`, by libdeeplink and Python's ctypes.

    subscriber-ctypes.py [SOCKET]
"""
import ctypes
import os
import sys

LINK, FAILED, WAIT_FOR_DAEMON = 4, 9, 1
library = ctypes.CDLL(os.environ.get("LIBDEEPLINK", "libdeeplink.so.1"), use_errno=True)
for name, result, *arguments in [
    ("new", ctypes.c_void_p, ctypes.c_char_p),
    ("subscribe", ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint),
    ("wait", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int),
    ("acknowledge", ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p),
    ("refuse", ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p),
    ("event_type", ctypes.c_int, ctypes.c_void_p),
    ("event_sentence", ctypes.c_char_p, ctypes.c_void_p),
    ("event_delivery", ctypes.c_char_p, ctypes.c_void_p),
    ("event_text", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    ("event_integer", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int64)),
    ("event_free", None, ctypes.c_void_p),
]:
    function = globals()[name] = getattr(library, "deeplink_" + name)
    function.restype, function.argtypes = result, arguments

client = new(sys.argv[1].encode() if len(sys.argv) > 1 else None)
subscribe(client, b"player", None, WAIT_FOR_DAEMON)
while True:
    event = wait(client, -1)
    if event_type(event) == FAILED:
        sys.exit(event_sentence(event).decode())
    if event_type(event) == LINK:
        action, episode = event_text(event, b"/link/action", None), ctypes.c_int64()
        if action == b"play" and event_integer(event, b"/link/inputs/episode", episode):
            print("play episode", episode.value, flush=True)
            acknowledge(client, event_delivery(event))
        else:
            refuse(client, event_delivery(event), b"This player cannot %s." % action)
    event_free(event)
