#!/bin/bash
# Boots a throw-away host with systemd as its process 1 (scripts/booting.sh), installs the system units in it, and prints
# the results, one `name: value` per line; the tests beside this file judge them.
#
#   booted-host.sh PROGRAMS UNITS
#
# PROGRAMS is the folder of deeplinkd and deeplinkctl, UNITS that of the unit files.
set -euo pipefail
source "${DEEPLINKD_TEST_BOOTING:-$(dirname "$(readlink -f "$0")")/../../scripts/booting.sh}"
socket=/run/deeplinkd/io.deeplinkd.sock
table=/etc/deeplinkd/routes.conf

status_of() { if "$@" >/dev/null 2>&1; then echo 0; else echo $?; fi; }
property() { systemctl show --value --property="$1" "deeplinkd.$2"; }
code_of() { "$@" 2>&1 | head -n 1 | cut -d ' ' -f 1; }

stage_inside() {
    systemctl daemon-reload
    systemd-sysusers /usr/lib/sysusers.d/deeplinkd.conf
    plain_unit
    crashes
    unit_with_programs
    systemctl stop deeplinkd.socket deeplinkd.service
    echo "state after stop: $(property ActiveState service)"
    echo "end: reached"
}

stranger=(setpriv --reuid 4242 --regid 4242 --clear-groups)
member=(setpriv --reuid 4243 --regid 4243 --groups)
open=(/usr/bin/deeplinkctl open --socket "$socket")
reload=(/usr/bin/deeplinkctl reload --socket "$socket")

# Checks the units as shipped.
plain_unit() {
    write_table respond
    systemctl start deeplinkd.socket
    echo "socket: $(stat -c '%a %U %G' "$socket")"
    echo "before the first call: $(property ActiveState service)"
    echo "first call: $(code_of "${stranger[@]}" "${open[@]}" t://say)"
    echo "after the first call: $(property ActiveState service)"
    local id
    id=$("${stranger[@]}" "${open[@]}" t://say | awk '$1 == "id" { print $2 }')
    until_true is_in_journal "DEEPLINKD_OUTCOME_ID=${id:-none}" || true
    echo "journal of a call: $(journal_of "DEEPLINKD_OUTCOME_ID=${id:-none}")"
    local process
    process=$(property MainPID service)
    echo "user: $(stat -c %U "/proc/$process")"
    echo "limits: $(property MemoryHigh service) $(property MemoryMax service)" \
        "$(property MemorySwapMax service) $(property LimitNOFILESoft service)"
    # A machine without the right to raise its limits has no more than its process 1.
    most=$(awk '/^Max open files/ { print $5 < 32768 ? $5 : 32768 }' /proc/1/limits)
    echo "open files: $(awk -v most="$most" '/^Max open files/ { print $4 == most ? "as many as may be" : $4 }' \
        "/proc/$process/limits")"
    cp /bin/true /var/lib/deeplinkd/tried
    echo "program in the state folder: $(status_of nsenter --mount --target "$process" /var/lib/deeplinkd/tried)"
    rm /var/lib/deeplinkd/tried
    echo "told to a stranger: $("${stranger[@]}" /usr/bin/deeplinkctl status --socket "$socket" | grep -c "$table" || true)"
    echo "told to root: $(/usr/bin/deeplinkctl status --socket "$socket" | grep -c "$table" || true)"
    echo "reload by a stranger: $(status_of "${stranger[@]}" "${reload[@]}")"
    # The daemon has a /tmp of its own; the copy is in that of the caller.
    echo "copy: $(status_of /usr/bin/deeplinkctl ledger backup /tmp/ledger.copy --socket "$socket")" \
        "$(stat -c '%a %U' /tmp/ledger.copy)"
    echo "copy for a stranger: $(status_of "${stranger[@]}" /usr/bin/deeplinkctl ledger backup - --socket "$socket")"
    reloads plain
    echo "reload by the daemon's user: $(status_of setpriv --reuid deeplinkd --regid deeplinkd --clear-groups "${reload[@]}")"
}

# The fields of the service's entries that match, sorted.
journal_of() {
    journalctl --quiet --unit deeplinkd.service --output verbose "$1" \
        | sed -nE 's/^ +((DEEPLINKD_[A-Z_]+|PRIORITY|_TRANSPORT)=)/\1/p' | grep -v OUTCOME_ID | sort | paste -sd ' '
}

is_in_journal() { [[ -n $(journal_of "$1") ]]; }

# Reloads a changed table, then a bad one, which must leave the changed one in force.
reloads() {
    sed -i 's,/say,/speak,' "$table"
    echo "$1 reload: $(status_of systemctl reload deeplinkd.service)"
    echo "$1 changed table: $(code_of "${open[@]}" t://speak)"
    cp "$table" /run/good.conf
    echo 'route broken' >>"$table"
    echo "$1 reload of a bad table: $(status_of systemctl reload deeplinkd.service)"
    echo "$1 call after the bad table: $(code_of "${open[@]}" t://speak)"
    cp /run/good.conf "$table"
}

# Ends the main process ten times in a row, in about three seconds: systemd's default start limit is five in ten.
crashes() {
    mkdir -p /run/systemd/system/deeplinkd.service.d
    printf '[Service]\nRestartSec=50ms\n' >/run/systemd/system/deeplinkd.service.d/hasty.conf
    systemctl daemon-reload
    local process
    for _ in {1..10}; do
        until_true is_running_anew "${process:-0}" || break
        process=$(property MainPID service)
        kill -KILL "$process"
    done
    until_true is_running_anew "$process" || true
    echo "restarts: $(property NRestarts service)"
    echo "call after the crashes: $(code_of "${stranger[@]}" "${open[@]}" t://speak)"
    # Orderly stops, each followed by a call that starts the service again: more than the trigger limit of a socket.
    for _ in {1..25}; do
        systemctl stop --quiet deeplinkd.service
        "${stranger[@]}" "${open[@]}" t://speak >/dev/null 2>&1 || break
    done
    echo "socket after the stops: $(property Result socket)"
    echo "call after the stops: $(code_of "${stranger[@]}" "${open[@]}" t://speak)"
}

is_running_anew() {
    local process
    process=$(property MainPID service)
    ((process > 1 && process != $1)) && [[ $(property ActiveState service) == active ]]
}

# Checks the drop-ins that let links start programs, and restrict the socket to a group.
unit_with_programs() {
    local folder=/etc/systemd/system/deeplinkd
    install -D -m 644 /usr/share/doc/deeplinkd/exec.conf "$folder.service.d/exec.conf"
    systemctl daemon-reload
    write_table 'exec /usr/bin/id -un'
    systemctl restart deeplinkd.service
    echo "exec call: $(code_of "${stranger[@]}" "${open[@]}" t://say)"
    echo "exec user: $("${stranger[@]}" "${open[@]}" t://say | awk '$1 == "stdout" { print $2 }')"
    echo "exec limits: $(property MemoryHigh service) $(property MemoryMax service)"
    reloads exec
    echo "exec reload by the daemon's user: $(status_of setpriv --reuid deeplinkd --regid deeplinkd --clear-groups "${reload[@]}")"
    echo "exec reload by root: $(status_of "${reload[@]}")"
    echo "exec program: $(code_of "${stranger[@]}" "${open[@]}" t://flip)"
    echo "exec gate: $(code_of "${stranger[@]}" "${open[@]}" t://gate)"
    install -D -m 644 /usr/share/doc/deeplinkd/exec-socket.conf "$folder.socket.d/exec-socket.conf"
    systemctl daemon-reload
    systemctl stop --quiet deeplinkd.service
    systemctl restart deeplinkd.socket
    echo "narrow socket: $(stat -c '%a %U %G' "$socket")"
    echo "narrow stranger: $(status_of "${stranger[@]}" "${open[@]}" t://speak)"
    echo "narrow member: $(code_of "${member[@]}" deeplinkd-callers "${open[@]}" t://speak)"
    echo "narrow root: $(code_of "${open[@]}" t://speak)"
}

# Writes a table with an action of the given kind, and one that tries to set an operator's switch if programs are allowed.
write_table() {
    mkdir -p "${table%/*}"
    {
        printf 'scheme t\nfeature Say {\n    action say {\n        %s\n    }\n    route say /say do say\n}\n' "$1"
        printf 'feature Gate {\n    require runtime off\n    action a {\n        respond\n    }\n    route gate /gate do a\n}\n'
        if [[ $1 == exec* ]]; then
            printf 'feature Flip {\n    action flip {\n        exec /usr/bin/deeplinkctl runtime Gate on --socket %s\n    }\n' "$socket"
            printf '    route flip /flip do flip\n}\n'
        fi
    } >"$table"
}

# Installs the files as a package would.
furnish() {
    local root=$1 programs=$2 units=$3 system=$1/usr/lib/systemd/system
    install -m 755 "$programs/deeplinkd" "$programs/deeplinkctl" "$root/usr/bin/"
    install -D -m 644 -t "$system" "$units/deeplinkd.service" "$units/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/sysusers.d" "$units/sysusers.d/deeplinkd.conf"
    install -D -m 644 -t "$root/usr/share/doc/deeplinkd" "$units/exec.conf" "$units/exec-socket.conf"
    rm -rf "$root/etc/deeplinkd" "$root/etc/systemd/system/deeplinkd".*
}

boot_host "$@"
