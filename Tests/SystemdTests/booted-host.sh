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
    scrapes
    checks_itself
    crashes
    app_of_users
    second_user
    unit_with_network
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

# Numbers over HTTP: each scrape has a process of its own, which asks the daemon as a member of a group.
scrapes() {
    local address=127.83.71.9 port=8090 drop_in=/run/systemd/system/deeplinkd-metrics.socket.d/address.conf
    cp "$table" /run/plain.conf
    printf 'metrics {\n    read group deeplinkd-metrics\n}\n' >>"$table"
    mkdir -p "${drop_in%/*}"
    printf '[Socket]\nListenStream=\nListenStream=%s:%s\n' $address $port >"$drop_in"
    systemctl daemon-reload
    systemctl reload deeplinkd.service
    systemctl start deeplinkd-metrics.socket
    echo "scrapes: $(scrape $address/$port) $(scrape $address/$port)"
    systemctl stop deeplinkd-metrics.socket
    cp /run/plain.conf "$table"
    systemctl reload deeplinkd.service
}

# The status of an answer.
scrape() {
    timeout 30 bash -c "exec 3<>/dev/tcp/$1; printf 'GET /metrics HTTP/1.0\r\n\r\n' >&3; head -n 1 <&3" 2>&1 \
        | cut -d ' ' -f 2
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

# The daemon checks its table in its sandbox, and so finds no program in a home; root finds it.
checks_itself() {
    local check=(/usr/bin/deeplinkctl check --system) player=/run/user/player
    local says=" +program +$player"
    # The unit of docs/operation.md: that of the daemon, with another command.
    systemctl cat deeplinkd.service | sed 's|^ExecStart=.*|& --check|; s|^Type=.*|Type=oneshot|; /^Restart/d; /^ExecReload/d' \
        >/run/systemd/system/deeplinkd-check.service
    systemctl daemon-reload
    unit_check() {
        systemctl start deeplinkd-check.service 2>/dev/null || true
        systemctl show --value --property=ExecMainStatus deeplinkd-check.service
    }
    install -D -m 755 /bin/true "$player"
    cp "$table" "$table.old"
    printf 'feature Home {\n    require program %s\n}\n' "$player" >>"$table"
    systemctl stop --quiet deeplinkd.service
    echo "check: $(status_of "${check[@]}") $("${check[@]}" | grep -cE "will not$says" || true)"
    echo "service after the check: $(property ActiveState service)"
    echo "check by a unit: $(unit_check)"
    echo "check by root: $(/usr/bin/deeplinkctl check --host | grep -cE "answers$says" || true)"
    echo "check by a stranger: $(status_of "${stranger[@]}" "${check[@]}")"
    echo nonsense >>"$table"
    echo "check of a bad table: $(status_of "${check[@]}") $(unit_check)"
    mv "$table.old" "$table"
    systemctl restart deeplinkd.service
    echo "check of the table in force: $(status_of "${check[@]}")"
}

is_running_anew() {
    local process
    process=$(property MainPID service)
    ((process > 1 && process != $1)) && [[ $(property ActiveState service) == active ]]
}

# An app's package ships one table whose links start a program: in the folder for users, or with `instances user`.
app_of_users() {
    local text='feature Main {\n    require toggle on\n    action open {\n        exec /usr/bin/id -un\n    }\n    route open /open do open\n}\n'
    install -d /usr/lib/deeplinkd/user/routes.conf.d /usr/lib/deeplinkd/routes.conf.d
    printf "package rezept\nscheme rezept\n$text" >/usr/lib/deeplinkd/user/routes.conf.d/rezept.conf
    printf "package notes\ninstances user\nscheme notes\n$text" >/usr/lib/deeplinkd/routes.conf.d/notes.conf
    echo "app reload: $(status_of systemctl reload deeplinkd.service)"
    echo "app status: $(status_of /usr/bin/deeplinkctl status --socket "$socket")"
    echo "app status text: $(property StatusText service)"
    echo "app check: $(status_of /usr/bin/deeplinkctl check --system)"
    local outcome
    outcome=$("${stranger[@]}" "${open[@]}" notes://open 2>&1 || true)
    echo "app link: $(head -n 1 <<<"$outcome" | cut -d ' ' -f 1)"
    echo "app says: $(grep -c 'Links of the package notes are for user instances: start yours with' <<<"$outcome" || true)"
    echo "app operator: $(grep -c -i operator <<<"$outcome" || true)"
    echo "app folder: $("${stranger[@]}" "${open[@]}" rezept://open 2>&1 | grep -c 'Links of the package rezept are for user' || true)"
    # What a user sets in an environment is none of the system instance's.
    echo "system environment: $(tr '\0' '\n' </proc/"$(property MainPID service)"/environ | grep -c '^XDG_DATA_DIRS=' || true)"
}

her=(setpriv --reuid 4244 --regid 4244 --clear-groups env -i PATH=/usr/bin:/bin HOME=/srv/hers XDG_RUNTIME_DIR=/run/user/4244)

# A user without a command of her own so far, and a session as logind starts it: its manager, with the units that the package has
# enabled for every user.
second_user() {
    systemctl --global --quiet enable deeplinkd.socket
    systemd-sysusers --inline 'g her 4244' 'u her 4244:4244 "Her" /srv/hers /bin/sh'
    install -d -o 4244 -g 4244 -m 700 /srv/hers /run/user/4244
    install -d -o 4244 -g 4244 /srv/hers/.config/deeplinkd
    cat >/run/systemd/system/her-session.service <<'UNIT'
[Service]
Type=notify
User=her
Environment=XDG_RUNTIME_DIR=/run/user/4244
ExecStart=/usr/lib/systemd/systemd --user
Delegate=pids memory
KillMode=mixed
UNIT
    systemctl daemon-reload
    systemctl start her-session.service
    until_true test -S /run/user/4244/deeplinkd/io.deeplinkd.sock || true
    echo "her socket: $(stat -c '%a %U' /run/user/4244/deeplinkd/io.deeplinkd.sock)"
    echo "her service before: $(her_state)"
    echo "her click: $(code_of "${her[@]}" deeplinkctl open rezept://open)"
    echo "her service after: $(her_state)"
    echo "her program: $("${her[@]}" deeplinkctl open rezept://open | awk '$1 == "stdout" { print $2 }')"
    echo "her other app: $(code_of "${her[@]}" deeplinkctl open notes://open)"
    echo "her link of the system's table: $(code_of "${her[@]}" deeplinkctl open t://speak)"
    echo "her status: $(status_of "${her[@]}" deeplinkctl status)"
    echo "her ledger: $(stat -c '%a %U' /srv/hers/.local/state/deeplinkd) $(ls /srv/hers/.local/state/deeplinkd | grep -c '^ledger.db$' || true)" \
        "$(ls /srv/hers/.config/deeplinkd | wc -l)"
    her_apps
    her_old_ledger
    her_data_folders
    kiosk
    systemctl stop her-session.service
    rm /usr/lib/deeplinkd/user/routes.conf.d/rezept.conf /usr/lib/deeplinkd/routes.conf.d/notes.conf
}

her_manager() { "${her[@]}" systemctl --user "$@"; }
her_state() { her_manager show --value --property=ActiveState deeplinkd.service; }

# A link starts an app by its desktop entry, as a unit of her manager.
her_apps() {
    local entries=/srv/hers/.local/share/applications link='apps://one/a?x=${HOME}&y=$$&%25u'
    install -d -o 4244 -g 4244 /srv/hers/.local/share "$entries" /srv/hers/starts
    cat >/srv/app <<'APP'
#!/bin/sh
printf '<%s>' "$@" >/srv/hers/starts/args.$$
printf '%s\n' "$XDG_ACTIVATION_TOKEN $DESKTOP_STARTUP_ID $WAYLAND_DISPLAY [$NOTIFY_SOCKET]" >/srv/hers/starts/env
grep -o 'app\.slice/.*' /proc/self/cgroup >/srv/hers/starts/cgroup
mv /srv/hers/starts/args.$$ /srv/hers/starts/args
exec sleep 600
APP
    chmod 755 /srv/app
    # An ELF file of another machine, whose execution fails: systemd's status 203.
    { head -c 18 /bin/true; printf '\x00\xf0'; tail -c +21 /bin/true; } >/srv/elf
    chmod 755 /srv/elf
    app_entry() { printf '[Desktop Entry]\nType=Application\nName=%s\nExec=%s\n' "$1" "$2" >"$entries/org.example.$1.desktop"; }
    app_entry app-one '/srv/app "\\$HOME" %u'
    app_entry app-elf '/srv/elf %u'
    app_entry app-plain /srv/app
    printf 'package apps\nscheme apps\nfeature Apps {\n%s}\n' "$(for app in one elf plain; do
        printf '    action %s {\n        launch org.example.app-%s $(url)\n    }\n    route %s /%s/$(_) do %s\n' $app{,,,,}
    done)
" >/usr/lib/deeplinkd/user/routes.conf.d/apps.conf
    her_manager set-environment WAYLAND_DISPLAY=wayland-her
    her_manager restart deeplinkd.service
    local outcome unit
    outcome=$("${her[@]}" XDG_ACTIVATION_TOKEN=t0ken deeplinkctl open --format json "$link" || true)
    unit=$(grep -o 'app-deeplinkd-[^"]*\.service' <<<"$outcome" | head -n 1 | sed 's/\\\\/\\/g' || true)
    until_true test -e /srv/hers/starts/args || true
    echo "her app: $(grep -o '"code": *"[^"]*"' <<<"$outcome" | head -n 1 | cut -d '"' -f 4)"
    echo "her app's arguments: $(cat /srv/hers/starts/args)"
    echo "her app's variables: $(cat /srv/hers/starts/env)"
    echo "her app's group: $(sed 's/@[0-9a-f]\{16\}/@RANDOM/' /srv/hers/starts/cgroup)"
    echo "her app's unit: $(her_manager show --value --property=Type "$unit") $(her_manager show --value --property=ExitType "$unit")" \
        "$(her_manager show --value --property=Description "$unit")"
    # As xdg-desktop-portal reads it from the name of the unit.
    echo "her app's id: $(printf '%s' "${unit//\\x2d/-}" | sed -nE 's/^app-([[:alnum:]]+-)?(.+)@[[:alnum:]]*\.service$/\2/p')"
    her_manager kill --signal=KILL --kill-whom=main deeplinkd.service
    until_true her_manager is-active deeplinkd.service || true
    echo "her app after the daemon's death: $(her_manager is-active "$unit") $(code_of "${her[@]}" deeplinkctl open rezept://open)"
    her_manager restart deeplinkd.service
    echo "her app after a restart: $(her_manager is-active "$unit")"
    her_manager stop "$unit" || true
    rm -f /srv/hers/starts/args
    echo "her app that cannot be executed: $(code_of "${her[@]}" deeplinkctl open apps://elf/x)"
    echo "her app without a place for links: $(code_of "${her[@]}" deeplinkctl open apps://plain/x) $(ls /srv/hers/starts | grep -c args || true)"
    her_manager unset-environment WAYLAND_DISPLAY
    rm /usr/lib/deeplinkd/user/routes.conf.d/apps.conf
}

# The ledger where a unit of an earlier version had it, before systemd 254.
her_old_ledger() {
    echo "her switch: $(status_of "${her[@]}" deeplinkctl toggle rezept/Main off)"
    her_manager stop deeplinkd.service 2>/dev/null
    mv /srv/hers/.local/state/deeplinkd/* /srv/hers/.config/deeplinkd/
    echo "her moved switch: $(code_of "${her[@]}" deeplinkctl open rezept://open)"
    echo "her moved ledger: $(ls /srv/hers/.config/deeplinkd | wc -l) $(ls /srv/hers/.local/state/deeplinkd | grep -c '^ledger.db$' || true)"
    "${her[@]}" deeplinkctl toggle rezept/Main on >/dev/null
}

# A folder of XDG_DATA_DIRS that every user can write is left out, and one of hers replaces no file of the machine.
her_data_folders() {
    install -d -m 777 /srv/open /srv/open/deeplinkd /srv/open/deeplinkd/routes.conf.d
    install -d -o 4244 -g 4244 /srv/her/deeplinkd/routes.conf.d
    printf 'scheme open\nfeature O {\n    action a {\n        respond\n    }\n    route o /o do a\n}\n' \
        >/srv/open/deeplinkd/routes.conf.d/open.conf
    printf 'scheme rezept\n' >/srv/her/deeplinkd/routes.conf.d/rezept.conf
    printf 'package mine\nscheme mine\nfeature O {\n    action a {\n        respond\n    }\n    route o /o do a\n}\n' \
        >/srv/her/deeplinkd/routes.conf.d/mine.conf
    her_manager set-environment XDG_DATA_DIRS=/srv/open:/srv/her
    her_manager restart deeplinkd.service
    echo "her data folder: $(code_of "${her[@]}" deeplinkctl open mine://o)"
    echo "her mask: $(code_of "${her[@]}" deeplinkctl open rezept://open)"
    echo "open data folder: $(code_of "${her[@]}" deeplinkctl open open://o)"
    echo "open data folder status: $(status_of "${her[@]}" deeplinkctl status)" \
        "$("${her[@]}" deeplinkctl status | grep -c '/srv/open.*is writable by users other than its owner' || true)"
    her_manager unset-environment XDG_DATA_DIRS
}

# A table of the machine keeps the machine's links from user instances.
kiosk() {
    echo 'user-instances no' >>"$table"
    systemctl reload deeplinkd.service
    her_manager restart deeplinkd.service
    echo "kiosk click: $(code_of "${her[@]}" deeplinkctl open t://speak)"
    echo "kiosk system: $(code_of "${her[@]}" "${open[@]}" t://speak)"
    echo "kiosk status: $(status_of "${her[@]}" deeplinkctl status)" \
        "$("${her[@]}" deeplinkctl status | grep -c "$table:.*user-instances no" || true)"
    echo "kiosk check: $("${her[@]}" deeplinkctl check --user | grep -c "$table:.*user-instances no" || true)"
    sed -i '/^user-instances no$/d' "$table"
    systemctl reload deeplinkd.service
}

# Requests of the daemon: to a socket as it is shipped, and to other machines and ports with a drop-in.
unit_with_network() {
    local drop_in=/etc/systemd/system/deeplinkd.service.d/network.conf port=127.83.71.9:8089
    cat >/srv/shop <<'SHOP'
#!/bin/sh
if [ "$(head -c 1)" = G ]; then while read -r line; do [ ${#line} -gt 1 ] || break; done; fi
printf 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
SHOP
    chmod 755 /srv/shop
    printf '[Socket]\nListenStream=/run/shop.sock\nListenStream=%s\nAccept=yes\n' $port >/run/systemd/system/shop.socket
    printf '[Service]\nStandardInput=socket\nExecStart=/srv/shop\n' >/run/systemd/system/shop@.service
    write_table 'http GET unix:/run/shop.sock /price'
    systemctl daemon-reload
    systemctl start shop.socket
    systemctl restart deeplinkd.service
    echo "socket request: $(code_of "${stranger[@]}" "${open[@]}" t://say)"
    local address
    for address in https://shop.example http://$port; do
        write_table "http GET $address/price"
        echo "${address%%:*} without the drop-in: $(status_of systemctl reload deeplinkd.service)" \
            "$(/usr/bin/deeplinkctl check --system 2>&1 | grep -c 'error RT317' || true)" \
            "$(/usr/bin/deeplinkctl check --system 2>&1 | grep -c 'network\.conf' || true)" \
            "$(code_of "${stranger[@]}" "${open[@]}" t://say)"
    done
    install -D -m 644 /usr/share/doc/deeplinkd/network.conf $drop_in
    systemctl daemon-reload
    systemctl restart deeplinkd.service
    echo "http with the drop-in: $(code_of "${stranger[@]}" "${open[@]}" t://say)"
    write_table "http GET https://$port/price"
    systemctl reload deeplinkd.service
    # The service on that port has no TLS.
    echo "https with the drop-in: $(code_of "${stranger[@]}" "${open[@]}" t://say)"
    rm $drop_in
    write_table respond
    systemctl daemon-reload
    systemctl restart deeplinkd.service
    systemctl stop shop.socket
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
    install -D -m 644 -t "$system" "$units/deeplinkd.service" "$units/deeplinkd.socket" \
        "$units/deeplinkd-metrics.socket" "$units/deeplinkd-metrics@.service"
    install -D -m 644 -t "$root/usr/lib/systemd/user" "$units/user/deeplinkd.service" "$units/user/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/sysusers.d" "$units/sysusers.d/deeplinkd.conf"
    install -D -m 644 -t "$root/usr/share/doc/deeplinkd" "$units/exec.conf" "$units/exec-socket.conf" \
        "$units/network.conf"
    rm -rf "$root/usr/lib/deeplinkd" "$root/etc/deeplinkd" "$root/etc/systemd/system/deeplinkd".*
}

boot_host "$@"
