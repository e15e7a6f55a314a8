#!/bin/bash
# Clicks a link in real browsers, and checks that it reaches the daemon: Debian's Chromium and Firefox, on a display in
# memory, with the policies that `deeplinkctl desktop policies` prints.
#
#   browsers.sh PICTURES [--programs FOLDER] [BROWSER…]     PICTURES is a folder for screenshots: look at them
#
# Each browser (chromium, firefox) gets three clicks, each with a new profile:
#
#   policies   the page is of the origin that the policies name: one link arrives, without a question
#   other      the same policies, and a page of another origin: the browser asks, and nothing arrives
#   none       no policies: the browser asks, and nothing arrives
#
# Needs root and Debian, and installs the browsers. Nothing of this machine changes otherwise: policies are read from /etc
# alone, so they are written to a copy-on-write view of it, in namespaces that end with the script, as all its processes do.
# The browsers run as a user who exists in that view alone. It takes a minute, and is no part of the tests.
set -euo pipefail
script=$(readlink -f "$0")
cd "$(dirname "$script")/.."
source scripts/requirements.sh

# MARK: Outside of the namespaces

usage() {
    echo "usage: scripts/browsers.sh PICTURES [--programs FOLDER] [chromium|firefox]…" >&2
    exit 2
}

want_browsers() {
    local missing=()
    command -v chromium >/dev/null || missing+=(chromium)
    command -v firefox-esr >/dev/null || missing+=(firefox-esr)
    command -v Xvfb >/dev/null || missing+=(xvfb)
    command -v xdotool >/dev/null || missing+=(xdotool)
    command -v import >/dev/null || missing+=(imagemagick)
    command -v dbus-daemon >/dev/null || missing+=(dbus-daemon)
    command -v xdg-open >/dev/null || missing+=(xdg-utils)
    command -v update-desktop-database >/dev/null || missing+=(desktop-file-utils)
    [[ -d /usr/share/fonts/truetype/dejavu ]] || missing+=(fonts-dejavu-core)
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || fail "install ${missing[*]}, and try again"
}

stage_outside() {
    local pictures=${1:-} programs=
    [[ -n $pictures && $pictures != -* ]] || usage
    shift
    if [[ ${1:-} == --programs ]]; then programs=$(realpath "${2:-}") && shift 2 || usage; fi
    (($# > 0)) || set -- chromium firefox
    local browser
    for browser in "$@"; do [[ $browser == chromium || $browser == firefox ]] || usage; done
    ((EUID == 0)) || fail "namespaces and another user's processes need root"
    if [[ -z $programs ]]; then
        require_swift
        require_packages
        echo "building (the first time takes a few minutes)"
        quietly swift build
        programs=$PWD/.build/debug
    fi
    want_browsers
    mkdir -p "$pictures"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    chmod 755 "$scratch"
    mkdir "$scratch/bin"
    cp "$programs/deeplinkctl" "$programs/deeplinkd" "$scratch/bin/"
    timeout --kill-after=5 300 unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
        "$script" --inside "$scratch" "$(realpath "$pictures")" "$@"
}

# MARK: A session of its own

uid=64999
user=(setpriv --reuid=$uid --regid=$uid --clear-groups env -i)

# Starts a command of the user in the background.
start() {
    local log=$1
    shift
    "${user[@]}" "$@" >"$scratch/$log" 2>"$scratch/$log.errors" &
    process=$!
}

soon() {
    local attempt
    for attempt in {1..300}; do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    return 1
}

start_session() {
    # An upper layer cannot lie on an overlay, and this machine's file system can be one.
    mkdir "$scratch/etc"
    mount -t tmpfs -o mode=755 tmpfs "$scratch/etc"
    mkdir "$scratch/etc/upper" "$scratch/etc/work"
    mount -t overlay overlay -o "lowerdir=/etc,upperdir=$scratch/etc/upper,workdir=$scratch/etc/work" /etc
    rm -rf /etc/chromium/policies /etc/firefox/policies
    echo "clicks:x:$uid:$uid::$scratch/home:/bin/sh" >>/etc/passwd
    echo "clicks:x:$uid:" >>/etc/group
    install -d -o $uid -g $uid -m 700 "$scratch"/{home,run,run/deeplinkd}
    user+=(PATH="$scratch/bin:/usr/bin:/bin" LANG=C.UTF-8 HOME="$scratch/home" XDG_RUNTIME_DIR="$scratch/run")

    Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>"$scratch/display" >/dev/null 2>&1 &
    soon test -s "$scratch/display" || fail "Xvfb does not start"
    export DISPLAY=:$(<"$scratch/display")
    # A bus without services: nothing but the handler takes the link.
    cat >"$scratch/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=$scratch/run/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="false"/>
<allow receive_sender="*"/></policy></busconfig>
CONF
    start bus dbus-daemon --config-file="$scratch/bus.conf" --nofork --nopidfile
    soon test -S "$scratch/run/bus" || fail "the message bus does not start"
    user+=(DISPLAY="$DISPLAY" DBUS_SESSION_BUS_ADDRESS="unix:path=$scratch/run/bus")

    cat >"$scratch/routes.conf" <<'CONF'
title  Podcasts
scheme podcast

channel clicks {
    kind held
}
feature Playback {
    action play {
        input   episode uint
        channel clicks
    }
    route episode /episodes/$(episode:uint) do play
}
CONF
    start daemon deeplinkd -f "$scratch/routes.conf" --socket "$scratch/run/deeplinkd/io.deeplinkd.sock"
    soon test -S "$scratch/run/deeplinkd/io.deeplinkd.sock" || fail "the daemon does not start"
    start links deeplinkctl subscribe clicks
    "${user[@]}" deeplinkctl desktop install -f "$scratch/routes.conf" >/dev/null || fail "no entry was written"

    python3 - >"$scratch/port" 2>"$scratch/page" <<'PYTHON' &
import http.server
import sys

# One page, which is a link from edge to edge; when it was shown and clicked is written to standard error.
PAGE = b"""<!doctype html><meta charset="utf-8"><title>A link</title>
<style>a { position: fixed; inset: 0; display: grid; place-items: center; font: 3em sans-serif }</style>
<a href="podcast://episodes/7" onclick="report('clicked')">podcast://episodes/7</a>
<script>function report(what) { fetch("/" + what, {method: "POST", keepalive: true}) }
addEventListener("load", () => requestAnimationFrame(() => report("shown")))</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, PAGE) if self.path == "/" else self.answer(404)

    def do_POST(self):
        print(self.path[1:], file=sys.stderr, flush=True)
        self.answer(204)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
PYTHON
    soon test -s "$scratch/port" || fail "the page is not served"
    port=$(<"$scratch/port")
}

# MARK: Clicks

count() { grep -c "$1" "$2" || true; }
links() { count '"link":' "$scratch/links"; }
picture() { import -window root "$pictures/$1.png"; }
# How many of the 700,000 points of two pictures differ.
difference() { compare -metric AE -fuzz 5% "$pictures/$1.png" "$pictures/$2.png" null: 2>&1 || true; }

launch() {
    local profile=$scratch/home/$1-$RANDOM
    install -d -o $uid -g $uid -m 700 "$profile"
    case $1 in
    chromium)
        start browser chromium --user-data-dir="$profile" --no-first-run --no-default-browser-check \
            --password-store=basic --window-position=0,0 --window-size=1000,700 "$2"
        ;;
    firefox)
        # No second tab about privacy.
        echo 'user_pref("datareporting.policy.dataSubmissionEnabled", false);' >"$profile/user.js"
        start browser firefox-esr --no-remote --profile "$profile" --width 1000 --height 700 "$2"
        ;;
    esac
}

# Until two pictures in a row are the same.
settle() {
    local attempt
    picture "$1"
    for attempt in {1..40}; do
        mv "$pictures/$1.png" "$pictures/last.png"
        sleep 0.5
        picture "$1"
        if [[ $(difference last "$1") == 0 ]]; then break; fi
    done
    rm -f "$pictures/last.png"
}

failed=0
# click BROWSER KIND ORIGIN LINKS: clicks, and compares the links that arrive with how many should.
click() {
    local name=$1-$2 shown clicked before arrived changed asked=no
    shown=$(count shown "$scratch/page") clicked=$(count clicked "$scratch/page") before=$(links)
    launch "$1" "$3/"
    soon eval "((\$(count shown '$scratch/page') > $shown))" || { tail -n 5 "$scratch/browser.errors" >&2; fail "$1 does not show the page"; }
    settle "$name-before"
    xdotool mousemove 500 450 click 1
    soon eval "((\$(count clicked '$scratch/page') > $clicked))" || fail "$1 does not take the click"
    if (($4 > 0)); then soon eval "((\$(links) > $before))" || true; fi
    # Time for a second link, or for the question.
    sleep 3
    arrived=$(($(links) - before))
    picture "$name"
    changed=$(difference "$name-before" "$name")
    # Both browsers dim the page behind the question.
    if ((changed > 100000)); then asked=yes; fi
    kill "$process"
    wait "$process" 2>/dev/null || true
    local wanted="$4 $([[ $4 == 0 ]] && echo yes || echo no)" verdict=ok
    if [[ "$arrived $asked" != "$wanted" ]]; then verdict=FAILED failed=1; fi
    echo "$verdict: $1, $2: links that arrived: $arrived; asked: $asked"
}

try_browser() {
    local policy=/etc/firefox/policies/policies.json
    if [[ $1 == chromium ]]; then policy=/etc/chromium/policies/managed/deeplinkd.json; fi
    mkdir -p "$(dirname "$policy")"
    "${user[@]}" deeplinkctl desktop policies -f "$scratch/routes.conf" --browser "$1" --origin "http://localhost:$port" \
        >"$policy" || fail "no policies were printed"
    click "$1" policies "http://localhost:$port" 1
    click "$1" other "http://127.0.0.1:$port" 0
    rm "$policy"
    click "$1" none "http://localhost:$port" 0
}

stage_inside() {
    scratch=$1 pictures=$2
    shift 2
    start_session
    local browser
    for browser in "$@"; do try_browser "$browser"; done
    echo "pictures: $pictures"
    exit "$failed"
}

if [[ ${1:-} == --inside ]]; then
    shift
    stage_inside "$@"
fi
stage_outside "$@"
