#!/bin/bash
# Boots a throw-away host with systemd as its process 1 (scripts/booting.sh), has links of a user run programs there as units of
# the user's own manager, and prints the results, one `name: value` per line; the tests beside this file judge them.
#
#   programs-host.sh PROGRAMS UNITS
set -euo pipefail
source "${DEEPLINKD_TEST_BOOTING:-$(dirname "$(readlink -f "$0")")/../../scripts/booting.sh}"

her=(setpriv --reuid 4244 --regid 4244 --clear-groups env -i PATH=/usr/bin:/bin HOME=/srv/hers XDG_RUNTIME_DIR=/run/user/4244)

stage_inside() {
    systemctl daemon-reload
    session
    what_it_gets
    how_it_ends
    lanes
    limits
    without_manager
    systemctl stop her-session.service
    echo "end: reached"
}

her_manager() { "${her[@]}" systemctl --user "$@"; }

# A session of the user, as logind starts it.
session() {
    systemctl --global --quiet enable deeplinkd.socket
    systemd-sysusers --inline 'g her 4244' 'u her 4244:4244 "Her" /srv/hers /bin/sh'
    install -d -o 4244 -g 4244 -m 700 /srv/hers /run/user/4244
    install -d -o 4244 -g 4244 /srv/hers/.config{,/deeplinkd} /srv/hers/notes
    write_table >/srv/hers/.config/deeplinkd/routes.conf
    cat >/run/systemd/system/her-session.service <<'UNIT'
[Service]
Type=notify
User=her
Environment=XDG_RUNTIME_DIR=/run/user/4244
ExecStart=/usr/lib/systemd/systemd --user
Delegate=pids memory cpu
KillMode=mixed
UNIT
    systemctl daemon-reload
    systemctl start her-session.service
    until_true test -S /run/user/4244/deeplinkd/io.deeplinkd.sock || true
    until_true test -S /run/user/4244/bus || true
    her_manager set-environment WAYLAND_DISPLAY=wayland-her SECRET=s3cret
}

# Opens a link, and prints members of its outcome.
outcome_of() {
    local url=$1 members=$2
    shift 2
    "${her[@]}" "$@" deeplinkctl open --json "$url" 2>/dev/null \
        | jq -r ".outcome | [$members] | map(. // \"-\" | tostring) | join(\" \")"
}

what_it_gets() {
    # A value that a unit, a shell or a quote could take for its own.
    local url='p://say/x?a=$HOME&b=${HOME}&c=$$&%25u=%22'
    rm -f /srv/hers/notes/*
    echo "code: $(outcome_of "$url" '.code, .execution.exit.code, (.execution.unit | sub("[0-9a-f]{16}"; "RANDOM"))' XDG_ACTIVATION_TOKEN=t0ken)"
    echo "arguments: $(cat /srv/hers/notes/args)"
    echo "input: $(cat /srv/hers/notes/input)"
    echo "variables: $(grep -v '^\(PWD\|OLDPWD\|SHLVL\|_\)=' /srv/hers/notes/env | sed 's/^\(DEEPLINKD_HOPS=1\)@[0-9]*$/\1/' | sort | paste -sd ' ')"
    echo "folder: $(cat /srv/hers/notes/folder)"
    echo "group: $(sed -E 's/.*(app\.slice.*)/\1/; s/[0-9a-f]{16}/RANDOM/' /srv/hers/notes/cgroup | tail -n 1)"
    echo "output: $(outcome_of "$url" '.execution.stdout.text, .execution.stderr.text' | tr -d '\n')"
    echo "units left: $(her_manager list-units --all --plain --no-legend 'deeplinkd-program-*' | wc -l)"
}

how_it_ends() {
    echo "status: $(outcome_of p://status/7 '.code, .execution.exit.code')"
    echo "refusal: $(outcome_of p://status/3 '.code, .execution.exit.code, .message')"
    echo "signal: $(outcome_of p://signal '.code, .execution.exit.signal')"
    echo "not executable: $(outcome_of p://elf '.code, .execution.job')"
    echo "not there: $(outcome_of p://absent '.code, .execution.error')"
    # A grandchild in a session of its own, of a program that ends, of one that is stopped, and of one whose caller is gone.
    local kind
    for kind in leave hang; do
        rm -f /srv/hers/notes/grandchild
        echo "$kind: $(outcome_of "p://$kind" '.code') $(grandchild)"
    done
    rm -f /srv/hers/notes/grandchild
    "${her[@]}" timeout 60 deeplinkctl open p://wait >/dev/null 2>&1 &
    local caller=$!
    until_true test -s /srv/hers/notes/grandchild || true
    kill "$caller" || true
    wait "$caller" || true
    echo "hang-up: $(grandchild)"
    rm -f /srv/hers/notes/grandchild
    "${her[@]}" deeplinkctl open p://wait >/srv/hers/notes/stopped 2>&1 &
    until_true test -s /srv/hers/notes/grandchild || true
    her_manager stop deeplinkd.service
    wait "$!" || true
    echo "shutdown: $(head -n 1 /srv/hers/notes/stopped | cut -d ' ' -f 1) $(grandchild)"
    rm -f /srv/hers/notes/grandchild
    echo "plain program: $(outcome_of p://plain '.code') $(is_running "$(cat /srv/hers/notes/grandchild)")"
    kill "$(cat /srv/hers/notes/grandchild)" || true
}

is_running() { if kill -0 "$1" 2>/dev/null; then echo runs; else echo gone; fi; }

grandchild() {
    local process
    until_true test -s /srv/hers/notes/grandchild || true
    process=$(cat /srv/hers/notes/grandchild 2>/dev/null || echo 0)
    until_true is_gone "$process" || true
    is_running "$process"
}

is_gone() { ! kill -0 "$1" 2>/dev/null; }

# Two at a time, and one more that waits.
lanes() {
    local number
    rm -f /srv/hers/notes/go /srv/hers/notes/lane.*
    for number in 1 2 3 4; do
        "${her[@]}" deeplinkctl open "p://lane/$number" >"/srv/hers/notes/out.$number" 2>&1 &
        # Each takes its place before the next one comes.
        if ((number < 3)); then until_true test -e "/srv/hers/notes/lane.$number" || true; else sleep 0.3; fi
    done
    echo "lanes: $(cd /srv/hers/notes && echo lane.*) $(cut -d ' ' -f 1 /srv/hers/notes/out.4 | head -n 1)"
    touch /srv/hers/notes/go
    wait
    echo "lanes afterwards: $(cd /srv/hers/notes && echo lane.*) $(head -q -n 1 /srv/hers/notes/out.[123] | cut -d ' ' -f 1 | sort | uniq -c | xargs)"
}

limits() {
    "${her[@]}" deeplinkctl open p://limited >/srv/hers/notes/limited 2>&1 &
    until_true test -s /srv/hers/notes/cgroup.limited || true
    local unit
    unit=$(grep -o 'deeplinkd-program-[0-9a-f]*\.service' /srv/hers/notes/cgroup.limited | head -n 1)
    echo "properties: $(for name in MemoryMax MemorySwapMax TasksMax CPUQuotaPerSecUSec Type Slice; do her_manager show --value --property=$name "$unit"; done | paste -sd ' ')"
    touch /srv/hers/notes/enough
    wait
    echo "limited: $(head -n 1 /srv/hers/notes/limited | cut -d ' ' -f 1)"
    local controllers
    controllers=$(her_manager show --value --property=ControlGroup -- -.slice)
    controllers=$(cat "/sys/fs/cgroup$controllers/app.slice/cgroup.controllers" 2>/dev/null || true)
    echo "controllers: $(for name in memory pids cpu; do grep -qw $name <<<"$controllers" && echo $name || echo no-$name; done | paste -sd ' ')"
    echo "memory: $(outcome_of p://memory '.code, .execution.unitResult')"
    echo "tasks: $(outcome_of p://tasks '.code, .execution.exit.code')"
}

without_manager() {
    rm -f /srv/hers/notes/args
    her_manager stop dbus.socket dbus.service 2>/dev/null || true
    echo "without a bus: $(outcome_of p://say/x '.code') $(ls /srv/hers/notes | grep -c '^args$' || true)"
}

furnish() {
    local root=$1 programs=$2 units=$3
    install -m 755 "$programs/deeplinkd" "$programs/deeplinkctl" "$root/usr/bin/"
    install -D -m 644 -t "$root/usr/lib/systemd/user" "$units/user/deeplinkd.service" "$units/user/deeplinkd.socket"
    rm -rf "$root/usr/lib/deeplinkd" "$root/etc/deeplinkd" "$root/etc/systemd/system/deeplinkd".*
    mkdir -p "$root/srv"
    cat >"$root/srv/say" <<'SAY'
#!/bin/sh
cd_was=$(pwd)
cd /srv/hers/notes
echo "$cd_was" >folder
cat >input
env >env
cat /proc/self/cgroup >cgroup
echo out
echo err >&2
printf '<%s>' "$@" >args
SAY
    cat >"$root/srv/work" <<'WORK'
#!/bin/sh
cd /srv/hers/notes
grandchild() { setsid sh -c 'trap "" TERM HUP; echo $$ >grandchild.new; mv grandchild.new grandchild; exec sleep 600' & until [ -s grandchild ]; do sleep 0.02; done; }
case $1 in
    status) exit "$2" ;;
    signal) kill -9 $$ ;;
    leave) grandchild ;;
    hang) grandchild; trap '' TERM; sleep 600 ;;
    wait) grandchild; sleep 600 ;;
    lane) touch "lane.$2"; until [ -e go ]; do sleep 0.05; done ;;
    limited) cat /proc/self/cgroup >cgroup.limited; until [ -e enough ]; do sleep 0.05; done ;;
    memory) head -c 200000000 /dev/zero | tail -c 200000000 | wc -c ;;
    tasks) for i in 1 2 3 4 5 6 7 8 9; do sleep 5 & done 2>/dev/null; wait ;;
esac
WORK
    chmod 755 "$root/srv/say" "$root/srv/work"
    # An ELF file of another machine, whose execution fails: systemd's status 203.
    { head -c 18 /bin/true; printf '\x00\xf0'; tail -c +21 /bin/true; } >"$root/srv/elf"
    chmod 755 "$root/srv/elf"
}

# An action, with the lines of its program.
action() {
    printf '    action %s {\n%s\n    }\n' "$1" "$2"
    printf '    route %s /%s do %s\n' "$1" "${3:-$1}" "$1"
}

write_table() {
    printf 'scheme p\nfeature F {\n'
    action say 'input rest **
        exec /srv/say one $(url)
        directory /srv
        stdin json
        environment HOME
        scope yes' 'say/$(rest:**)'
    action status 'input code uint
        exec trusted /srv/work status $(code)
        exit 3 refused "Not now."
        scope yes' 'status/$(code:uint)'
    action signal 'exec /srv/work signal
        scope yes'
    action elf 'exec /srv/elf
        scope yes'
    action absent 'exec /srv/absent
        scope yes'
    action leave 'exec /srv/work leave
        scope yes'
    action hang 'exec /srv/work hang
        timeout 500ms
        scope yes'
    action wait 'exec /srv/work wait
        timeout 60s
        scope yes'
    action plain 'exec /srv/work leave'
    action lane 'input number uint
        exec trusted /srv/work lane $(number)
        timeout 30s
        scope yes
        concurrency 2
        queue 1 for 30s' 'lane/$(number:uint)'
    action limited 'exec /srv/work limited
        timeout 30s
        scope yes
        memory 64m
        tasks 16
        cpu 50%'
    action memory 'exec /srv/work memory
        scope yes
        memory 32m'
    action tasks 'exec /srv/work tasks
        scope yes
        tasks 4'
    printf '}\n'
}

boot_host "$@"
