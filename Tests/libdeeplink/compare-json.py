"""Compares the JSON reader of libdeeplink with Python's on random texts: compare-json.py PROGRAM SEED COUNT"""
import json
import random
import subprocess
import sys

program, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(seed)
DEPTH = 64
PIECES = [b'"', b"\\", b"\\u", b"d83d", b"\\ud83d\\ude00", b"\\ude00", b"\\u0000", b"{", b"}", b"[", b"]", b":", b",", b" ", b"\t",
          b"\x00", b"\x1f", b"\x7f", b"\xc3\xa9", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"-", b"0", b"01",
          b"1.", b".5", b"1e", b"1e+5", b"-0.0", b"NaN", b"Infinity", b"true", b"nul", b"//", b"'", b"\xef\xbb\xbf", b"\n"]


class Raw(str):
    """A number or word as it is written."""


def value(depth):
    kind = chance.randrange(8 if depth < 5 else 6)
    if kind < 2:
        return chance.choice([0, -1, 7, 2**63, 1.5, 1e300, True, False, None])
    if kind < 6:
        return "".join(chance.choice('aé"\\/\n\x00\x7f€😀~') for _ in range(chance.randrange(6)))
    if kind == 6:
        return [value(depth + 1) for _ in range(chance.randrange(4))]
    return {value(9) if chance.random() < 0.1 else chance.choice("abc"): value(depth + 1) for _ in range(chance.randrange(4))}


def text():
    if chance.random() < 0.01:
        depth = chance.randrange(DEPTH - 3, DEPTH + 4)
        return b"[" * depth + b"]" * depth
    made = value(0)
    made = {str(made): made} if isinstance(made, str) else made
    result = bytearray(json.dumps(made, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, None, 1])).encode())
    for _ in range(chance.choice([0, 0, 1, 1, 2, 5])):
        place = chance.randrange(len(result) + 1)
        match chance.randrange(4):
            case 0: result[place:place + chance.randrange(4)] = b""
            case 1: result[place:place] = chance.choice(PIECES)
            case 2: result[place:place + 1] = chance.choice(PIECES)
            case _: result[place:place + 1] = bytes([chance.randrange(256)])
    return bytes(result)


def shown(value, depth=0):
    match value:
        case Raw(): return str(value)
        case bool() | None: return {True: "true", False: "false", None: "null"}[value]
        case str(): return '"' + value.encode().hex() + '"'
        case tuple(): members = "{" + "".join(shown(name) + ":" + shown(member, depth + 1) + "," for name, member in value) + "}"
        case list(): members = "[" + "".join(shown(element, depth + 1) + "," for element in value) + "]"
    if depth >= DEPTH:
        raise ValueError("too deep")
    return members


def refuse(word):
    raise ValueError(word)


def expected(text):
    try:
        return shown(json.loads(
            text.decode(), parse_int=Raw, parse_float=Raw, parse_constant=refuse, object_pairs_hook=tuple))
    except (ValueError, UnicodeError):
        return "-"


texts = [text() for _ in range(count)]
run = subprocess.run([program], input="".join(t.hex() + "\n" for t in texts), capture_output=True, text=True, timeout=100)
lines = run.stdout.split("\n")[:-1]
assert run.returncode == 0 and len(lines) == count, (run.returncode, run.stderr[:2000], len(lines))
accepted = 0
for text, line in zip(texts, lines):
    assert line == expected(text), (seed, text, line, expected(text))
    accepted += line != "-"
print(f"{count} texts, {accepted} of them JSON")
