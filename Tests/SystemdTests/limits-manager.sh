#!/bin/bash
# Runs programs of links under a real `systemd --user` of root, with the limits of their units in force, and prints the results,
# one `name: value` per line; the tests beside this file judge them. The controllers are those of version 1 of control groups,
# which a machine has that gives version 2 none: programs-host.sh needs those of version 2. Everything happens in namespaces
# and control groups that end with the script.
#
#   limits-manager.sh PROGRAMS UNITS
set -euo pipefail
script=$(readlink -f "$0")
controllers=(pids memory cpu cpuacct)

# Waits at most five seconds until a command succeeds.
until_true() {
    for _ in {1..100}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    return 1
}

# Opens a link, and prints members of its outcome.
outcome_of() {
    "$programs/deeplinkctl" open --json "$1" 2>/dev/null \
        | jq -r ".outcome | [$2] | map(. // \"-\" | tostring) | join(\" \")" | tr '\n' ' ' | sed 's/ *$//'
}

stage_manager() {
    local work=$1 programs=$2 units=$3
    mount -t tmpfs tmpfs /run
    # systemd takes an empty folder of this name as the sign that the host was booted with it.
    mkdir -p /run/systemd/system /run/user/0/systemd/user /run/deeplinkd /run/programs
    chmod 700 /run/user/0
    mount_groups
    if [[ -d /etc/systemd/user ]]; then mount -t tmpfs tmpfs /etc/systemd/user; fi
    export XDG_RUNTIME_DIR=/run/user/0 HOME=$work
    unset DBUS_SESSION_BUS_ADDRESS NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES
    local unit
    for unit in deeplinkd.socket deeplinkd.service; do
        sed "s,/usr/bin/deeplink,$programs/deeplink,g" "$units/user/$unit" >"/run/user/0/systemd/user/$unit"
    done
    # One of the standard places; this /run belongs only to this script.
    write_table >/run/deeplinkd/routes.conf
    write_program >/run/programs/work
    chmod 755 /run/programs/work
    "$systemd" --user --log-target=console --log-level=warning </dev/null >"$work/manager.log" 2>&1 &
    local manager=$! kind
    until_true test -S /run/user/0/bus || true
    systemctl --user start deeplinkd.socket
    for kind in memory tasks cpu; do
        echo "free $kind: $(outcome_of "p://free/$kind" '.code, .execution.exit.code, .execution.stdout.text')"
        echo "limited $kind: $(outcome_of "p://$kind/$kind" '.code, .execution.exit.code, .execution.stdout.text')"
    done
    echo "killed: $(outcome_of p://memory/memory '.code, .execution.exit.signal')"
    systemctl --user exit
    wait "$manager" || true
    if [[ -n ${DEEPLINKD_TEST_LOG:-} ]]; then cat "$work/manager.log" >&2; fi
    echo "end: reached"
}

# The layout that systemd calls hybrid.
mount_groups() {
    umount -R /sys/fs/cgroup
    mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
    mkdir /sys/fs/cgroup/systemd /sys/fs/cgroup/unified
    mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd
    mount -t cgroup2 cgroup2 /sys/fs/cgroup/unified
    local controller
    for controller in "${controllers[@]}"; do
        mkdir "/sys/fs/cgroup/$controller"
        mount -t cgroup -o "$controller" cgroup "/sys/fs/cgroup/$controller"
    done
}

write_table() {
    printf 'scheme p\nfeature F {\n'
    local action
    for action in free memory tasks cpu; do
        printf '    action %s {\n        input kind slug\n        exec trusted /run/programs/work $(kind)\n' "$action"
        printf '        timeout 30s\n        scope yes\n'
        case $action in
            memory) echo '        memory 32m' ;;
            tasks) echo '        tasks 4' ;;
            cpu) echo '        cpu 20%' ;;
        esac
        printf '    }\n    route %s /%s/$(kind:slug) do %s\n' "$action" "$action" "$action"
    done
    printf '}\n'
}

write_program() {
    cat <<'WORK'
#!/bin/sh
group() { sed -n "s,^[0-9]*:$1:,/sys/fs/cgroup/$1,p" /proc/self/cgroup; }
case $1 in
    memory) exec perl -e 'my $text = "x" x 200_000_000; print length $text' ;;
    tasks) for i in 1 2 3 4 5 6 7 8 9; do sleep 0.2 & done 2>/dev/null; wait; echo nine ;;
    # In each period of a tenth of a second it may work for two hundredths.
    cpu)
        i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done
        awk '/^nr_throttled/ { print ($2 > 0) ? "throttled" : "whole" }' "$(group cpu)/cpu.stat" ;;
esac
WORK
}

stage_grouped() {
    # Global: the trap runs after the function has returned.
    groups=()
    local folder
    for folder in "${controllers[@]}" systemd unified; do groups+=("/sys/fs/cgroup/$folder/deeplinkd-limits-$$"); done
    mkdir "${groups[@]}"
    # After the last process of a group ends, the kernel can need a moment to remove it from the group.
    trap 'until_true find "${groups[@]}" -depth -type d -exec rmdir {} +; ls -d "${groups[@]}" >/dev/null 2>&1 || echo "control groups: removed"' EXIT
    trap 'exit 1' TERM INT
    (
        for folder in "${groups[@]}"; do echo "$BASHPID" >"$folder/cgroup.procs"; done
        exec unshare --mount --pid --cgroup --fork --kill-child=KILL --mount-proc "$script" --manager "$@"
    )
}

systemd=
for candidate in /usr/lib/systemd/systemd /lib/systemd/systemd; do
    if [[ -x $candidate ]]; then systemd=$candidate && break; fi
done

case ${1:-} in
--manager) shift && stage_manager "$@" ;;
--grouped) shift && stage_grouped "$@" ;;
*)
    work=$(mktemp -d /tmp/deeplinkd-limits-XXXXXX)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' TERM INT
    unshare --mount --propagation private "$script" --grouped "$work" "$@"
    ;;
esac
