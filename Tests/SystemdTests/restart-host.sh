#!/bin/bash
# Boots a throw-away host with systemd as its process 1 (scripts/booting.sh), has links wait there while the daemon is restarted,
# killed and stopped, and prints the results, one `name: value` per line; the tests beside this file judge them.
#
#   restart-host.sh PROGRAMS UNITS
set -euo pipefail
source "${DEEPLINKD_TEST_BOOTING:-$(dirname "$(readlink -f "$0")")/../../scripts/booting.sh}"
socket=/run/deeplinkd/io.deeplinkd.sock
table=/etc/deeplinkd/routes.conf

stranger=(setpriv --reuid 4242 --regid 4242 --clear-groups)
her=(setpriv --reuid 4244 --regid 4244 --clear-groups env -i PATH=/usr/bin:/bin HOME=/srv/hers XDG_RUNTIME_DIR=/run/user/4244)

status_of() { if "$@" >/dev/null 2>&1; then echo 0; else echo $?; fi; }
property() { systemctl show --value --property="$1" deeplinkd.service; }
code_of() { "$@" 2>&1 | head -n 1 | cut -d ' ' -f 1; }

stage_inside() {
    systemctl daemon-reload
    systemd-sysusers /usr/lib/sysusers.d/deeplinkd.conf
    mkdir -p "${table%/*}/routes.conf.d"
    write_table >"$table"
    system_instance
    user_instance
    system_extension
    systemctl stop deeplinkd.socket deeplinkd.service
    echo "end: reached"
}

# How many of the user's links wait in the channel.
waiting() { "$@" call io.deeplinkd.Channels.List 2>/dev/null | grep -o '"waiting": *[0-9]*' | grep -o '[0-9]*$'; }
system=("${stranger[@]}" env "DEEPLINKD_SOCKET=$socket" deeplinkctl)

none_waits() { [[ $(waiting "${system[@]}") == 0 ]]; }
is_restarted() { [[ $(property NRestarts) == 1 && $(property ActiveState) == active ]]; }

# Has three links wait.
send() {
    local number
    for number in 1 2 3; do "$@" open "t://job/$number" >/dev/null; done
}

system_instance() {
    systemctl start deeplinkd.socket
    echo "link: $(code_of "${system[@]}" open t://job/0)"
    local process
    process=$(property MainPID)
    systemctl restart deeplinkd.service
    echo "restart: $(waiting "${system[@]}") $( (($(property MainPID) != process)) && echo another process)"
    echo "store after a restart: $(property NFileDescriptorStore)"
    for _ in 1 2 3 4 5; do systemctl restart deeplinkd.service; done
    echo "five restarts: $(waiting "${system[@]}")"
    # The units of an upgrade are other files.
    touch /usr/lib/systemd/system/deeplinkd.service
    systemctl daemon-reload
    systemctl restart deeplinkd.service
    echo "restart after daemon-reload: $(waiting "${system[@]}")"
    systemctl try-restart deeplinkd.service
    echo "try-restart: $(waiting "${system[@]}")"
    "${system[@]}" subscribe jobs >/srv/performed 2>&1 &
    until_true none_waits || true
    kill "$!" || true
    wait "$!" || true
    echo "performed: $(grep -o '"id":[0-9]*' /srv/performed | paste -sd ' ')"
    echo "journal: $(journalctl --quiet --unit deeplinkd.service --output cat | grep -c 'held links given to the next run' || true)"
    send "${system[@]}"
    kill -KILL "$(property MainPID)"
    until_true is_restarted || true
    echo "crash: $(waiting "${system[@]}") $(property ActiveState)"
    send "${system[@]}"
    systemctl stop deeplinkd.service 2>/dev/null
    systemctl start deeplinkd.service
    echo "stop and start: $(waiting "${system[@]}")"
}

# A user's own instance, under the user's manager.
user_instance() {
    systemctl --global --quiet enable deeplinkd.socket
    systemd-sysusers --inline 'g her 4244' 'u her 4244:4244 "Her" /srv/hers /bin/sh'
    install -d -o 4244 -g 4244 -m 700 /srv/hers /run/user/4244
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
    send "${her[@]}" deeplinkctl
    "${her[@]}" systemctl --user restart deeplinkd.service
    echo "restart of hers: $(waiting "${her[@]}" deeplinkctl)"
    systemctl stop her-session.service
}

# Tables by an extension image for /etc: what systemd-confext of systemd 254 does, by hand: an overlay over /etc, read-only.
# The folder of the machine is copied, because overlays cannot lie over one another as often as they would here.
system_extension() {
    local image=/srv/image/etc base=/srv/base
    mkdir -p "$image/deeplinkd/routes.conf.d" "$base"
    mount -t tmpfs -o size=64m,mode=755 tmpfs "$base"
    cp -a /etc "$base/etc"
    printf 'package fleet\nscheme fleet\nfeature Fleet {\n    action a {\n        respond\n    }\n    route a /a do a\n}\n' \
        >"$image/deeplinkd/routes.conf.d/fleet.conf"
    echo "before the image: $(code_of "${system[@]}" open fleet://a)"
    mount -t overlay overlay -o "ro,lowerdir=$image:$base/etc" /etc
    echo "image without a reload: $(code_of "${system[@]}" open fleet://a)"
    echo "image: $(status_of systemctl reload deeplinkd.service) $(code_of "${system[@]}" open fleet://a)"
    echo "image after a restart: $(status_of systemctl restart deeplinkd.service) $(code_of "${system[@]}" open fleet://a)"
    umount /etc
    echo "image removed: $(status_of systemctl reload deeplinkd.service) $(code_of "${system[@]}" open fleet://a)"
    umount "$base"
}

write_table() {
    cat <<'TABLE'
scheme t
channel jobs {
    kind held
}
feature Jobs {
    action job {
        input id uint
        channel jobs
        detach
    }
    route job /job/$(id:uint) do job
}
TABLE
}

furnish() {
    local root=$1 programs=$2 units=$3
    install -m 755 "$programs/deeplinkd" "$programs/deeplinkctl" "$root/usr/bin/"
    install -D -m 644 -t "$root/usr/lib/systemd/system" "$units/deeplinkd.service" "$units/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/systemd/user" "$units/user/deeplinkd.service" "$units/user/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/sysusers.d" "$units/sysusers.d/deeplinkd.conf"
    rm -rf "$root/usr/lib/deeplinkd" "$root/etc/deeplinkd" "$root/etc/systemd/system/deeplinkd".*
}

boot_host "$@"
