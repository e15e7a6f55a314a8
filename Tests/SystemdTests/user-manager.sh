#!/bin/bash
# Runs the user units under a real `systemd --user` and prints the results, one `name: value` per line; the tests beside
# this file judge them. Everything happens in namespaces that end with the script: its own processes, its own /run, its own
# view of the control groups.
#
#   user-manager.sh PROGRAMS UNITS TABLE
#
# PROGRAMS is the folder of deeplinkd and deeplinkctl, UNITS that of the unit files, TABLE a route table.
#
# Three stages, each in the namespaces of the one before:
#   (outer)    a scratch folder, removed at the end
#   --grouped  a separate control group: systemd leaves an empty init.scope in the group where it was started, which would
#              stay in the host's root group for ever
#   --manager  the service manager, and the checks
set -euo pipefail
script=$(readlink -f "$0")

# Waits at most five seconds until a command succeeds.
until_true() {
    for _ in {1..100}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    return 1
}

property() { systemctl --user show --value --property="$1" deeplinkd.service; }
is() { [[ $(property "$1") == "$2" ]]; }
status_of() { if "$@" >/dev/null 2>&1; then echo 0; else echo $?; fi; }
code_of() { "$programs/deeplinkctl" open "$@" 2>&1 | head -n 1 | cut -d ' ' -f 1; }

stage_manager() {
    local work=$1 programs=$2 units=$3 table=$4
    mount -t tmpfs tmpfs /run
    # systemd takes an empty folder of this name as the sign that the host was booted with it.
    mkdir -p /run/systemd/system /run/user/0/systemd/user /run/deeplinkd
    chmod 700 /run/user/0
    umount -R /sys/fs/cgroup || true
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    # The units that the administrator enabled for users of this host (agents, buses) must not start here.
    if [[ -d /etc/systemd/user ]]; then mount -t tmpfs tmpfs /etc/systemd/user; fi

    # One of the standard places; this /run belongs only to this script.
    local runtime=/run/user/0 served=/run/deeplinkd/routes.conf
    cp "$table" "$served"
    chmod 644 "$served"
    local unit
    for unit in deeplinkd.socket deeplinkd.service; do
        sed "s,/usr/bin/deeplink,$programs/deeplink,g" "$units/user/$unit" >"$runtime/systemd/user/$unit"
    done
    # Half a minute is too long to wait for the watchdog, a stopped process cannot abort, and there is no journal.
    mkdir "$runtime/systemd/user/deeplinkd.service.d"
    printf '%s\n' '[Service]' WatchdogSec=1s WatchdogSignal=SIGKILL RestartSec=100ms \
        "StandardOutput=append:$work/service.log" "StandardError=append:$work/service.log" \
        >"$runtime/systemd/user/deeplinkd.service.d/hasty.conf"

    export XDG_RUNTIME_DIR=$runtime HOME=$work
    unset DBUS_SESSION_BUS_ADDRESS NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES
    "$systemd" --user --log-target=console --log-level=warning </dev/null >"$work/manager.log" 2>&1 &
    local manager=$!
    until_true systemctl --user is-system-running || until_true systemctl --user list-units
    echo "manager: $(systemctl --version | head -n 1)"

    systemctl --user start deeplinkd.socket
    echo "socket mode: $(stat -c %a "$runtime/deeplinkd/io.deeplinkd.sock")"
    echo "folder mode: $(stat -c %a "$runtime/deeplinkd")"
    echo "before the first call: $(property ActiveState)"
    echo "first call: $(code_of podcast://episodes/7)"
    echo "after the first call: $(property ActiveState)"
    echo "status text: $(property StatusText)"

    echo "reload of a good table: $(status_of systemctl --user reload deeplinkd.service)"
    cp "$served" "$work/good.conf"
    sed -i 's/Sleeping in/Dozing off in/; s/require toggle off/require toggle on/' "$served"
    echo "before the changed table: $(code_of podcast://sleep)"
    echo "reload of a changed table: $(status_of systemctl --user reload deeplinkd.service)"
    echo "after the changed table: $(code_of podcast://sleep)"

    printf 'route broken\nfeature {\n' >>"$served"
    echo "reload of a bad table: $(status_of systemctl --user reload deeplinkd.service)"
    echo "result of the bad reload: $(property ReloadResult)"
    echo "errors in the log: $(grep -c "routes.conf:[0-9]*:[0-9]*: error RT" "$work/service.log" || true)"
    echo "state after the bad table: $(property ActiveState)"
    echo "call after the bad table: $(code_of podcast://sleep)"
    cp "$work/good.conf" "$served"

    local first
    first=$(property MainPID)
    # Signalling process 0 would mean the script's own group.
    if ((first > 1)); then kill -STOP "$first"; fi
    until_true is NRestarts 1 || true
    until_true is ActiveState active || true
    echo "restarts by the watchdog: $(property NRestarts)"
    echo "call after the restart: $(code_of podcast://episodes/7)"

    systemctl --user stop deeplinkd.socket deeplinkd.service
    echo "state after stop: $(property ActiveState)"
    echo "result of stop: $(property Result)"
    echo "processes after stop: $(pgrep -c -f "$programs/deeplinkd" || true)"
    echo "socket after stop: $([[ -e $runtime/deeplinkd/io.deeplinkd.sock ]] && echo there || echo gone)"

    bad_at_start "$programs" "$table"

    hardened "$programs" "$units" "$table" "$work"

    systemctl --user exit
    wait "$manager" || true
    if [[ -n ${DEEPLINKD_TEST_LOG:-} ]]; then cat "$work/manager.log" "$work/service.log" >&2; fi
    echo "end: reached"
}

# Starts the service with a bad table, under systemd's default limits, which the shipped units turn off: a daemon that ended
# would be started again for each connection, and the socket would fail for good (`trigger-limit-hit`).
bad_at_start() {
    local programs=$1 table=$2 folder=/run/user/0/systemd/user served=/run/deeplinkd/routes.conf
    mkdir "$folder/deeplinkd.socket.d"
    printf '%s\n' '[Socket]' TriggerLimitIntervalSec=2s TriggerLimitBurst=20 >"$folder/deeplinkd.socket.d/limits.conf"
    printf '%s\n' '[Unit]' StartLimitIntervalSec=10s StartLimitBurst=5 >"$folder/deeplinkd.service.d/limits.conf"
    systemctl --user daemon-reload
    printf 'route broken\nfeature {\n' >"$served"
    systemctl --user start deeplinkd.socket
    # One connection each 10 ms, for five seconds; prints how many were answered with the code.
    echo "bad start: $(perl -MIO::Socket::UNIX -e '
        my $answered = 0;
        for (1 .. 500) {
            my $connection = IO::Socket::UNIX->new(Peer => $ARGV[0]) or next;
            print $connection "{\"method\":\"io.deeplinkd.Dispatch.Open\",\"parameters\":{\"url\":\"podcast://a\"}}\0";
            $connection->flush;
            local $/ = "\0";
            $answered++ if (<$connection> // "") =~ /"pending\.table\.invalid"/;
            select undef, undef, undef, 0.01;
        }
        print $answered' "/run/user/0/deeplinkd/io.deeplinkd.sock")"
    echo "bad start restarts: $(property NRestarts)"
    echo "bad start service: $(property ActiveState) $(property SubState)"
    echo "bad start socket: $(systemctl --user show --value --property=SubState deeplinkd.socket)" \
        "$(systemctl --user show --value --property=Result deeplinkd.socket)"
    echo "bad start text: $(property StatusText | sed 's/: error.*//' | cut -d ' ' -f 1-6)"
    echo "bad start status: $(status_of "$programs/deeplinkctl" status)"
    echo "bad start reload: $(status_of systemctl --user reload deeplinkd.service)"
    cp "$table" "$served"
    echo "mended reload: $(status_of systemctl --user reload deeplinkd.service)"
    echo "mended call: $(code_of podcast://episodes/7)"
    echo "mended text: $(property StatusText)"
    echo "mended status: $(status_of "$programs/deeplinkctl" status)"
    systemctl --user stop deeplinkd.socket deeplinkd.service
    rm -r "$folder/deeplinkd.socket.d" "$folder/deeplinkd.service.d/limits.conf"
}

# Runs the system unit's service under the same manager, which is root's and can apply most of the sandbox. It cannot apply
# another user, and what only process 1 does. The programs are in a folder that PrivateTmp and ProtectHome do not hide.
hardened() {
    local programs=$1 units=$2 table=$3 work=$4
    local socket=/run/hardened/io.deeplinkd.sock folder=/run/user/0/systemd/user
    mkdir /run/programs
    cp "$programs/deeplinkd" "$programs/deeplinkctl" /run/programs/
    sed -e "s,/run/deeplinkd/io.deeplinkd.sock,$socket," -e '/^Symlinks=/d' \
        "$units/deeplinkd.socket" >"$folder/hardened.socket"
    sed -e 's,/usr/bin/,/run/programs/,' -e "s,/run/deeplinkd/io.deeplinkd.sock,$socket," \
        -e 's/deeplinkd\.socket/hardened.socket/' -e '/^\(User\|Group\)=/d' \
        "$units/deeplinkd.service" >"$folder/hardened.service"
    mkdir "$folder/hardened.service.d"
    # ProtectHome hides /run/user, where this manager itself lives.
    printf '%s\n' '[Service]' ProtectHome=no \
        "StandardOutput=append:$work/service.log" "StandardError=append:$work/service.log" \
        >"$folder/hardened.service.d/log.conf"
    systemctl --user daemon-reload
    # The table without programs, which this unit does not allow.
    sed 's/^\( *\)exec .*/\1respond/; /^ *timeout /d' "$table" >/run/deeplinkd/routes.conf
    systemctl --user start hardened.socket
    echo "hardened call: $(code_of podcast://shows/morning --socket "$socket")"
    local process
    process=$(systemctl --user show --value --property=MainPID hardened.service)
    echo "hardened filter: $(sed -n 's/^Seccomp:[[:space:]]*//p' "/proc/$process/status")"
    echo "hardened international host: $(code_of 'https://bücher.example/' --socket "$socket")"
    echo "hardened ICU: $(grep -c -m 1 libicuuc "/proc/$process/maps" || true)"
    licensed "$programs" "$socket"
    echo "hardened OpenSSL: $(grep -c -m 1 libcrypto "/proc/$process/maps" || true)"
    echo "hardened copy: $(status_of "$programs/deeplinkctl" ledger backup "$work/copy" --socket "$socket")" \
        "$(stat -c %a "$work/copy")"
    echo "hardened reload: $(status_of systemctl --user reload hardened.service)"
    cp "$table" /run/deeplinkd/routes.conf
    echo "hardened reload with programs: $(status_of systemctl --user reload hardened.service)"
    echo "hardened names the drop-in: $(grep -c 'help: .*exec\.conf' "$work/service.log" || true)"
    cp "$units/exec.conf" "$folder/hardened.service.d/exec.conf"
    # With a whole /proc these two fail in such namespaces for every program: `true` does not start either.
    printf '%s\n' ProtectKernelTunables=no ProtectKernelLogs=no >>"$folder/hardened.service.d/log.conf"
    systemctl --user daemon-reload
    echo "relaxed restart: $(status_of systemctl --user restart hardened.service)"
    echo "relaxed call: $(code_of podcast://episodes/7 --socket "$socket")"
    systemctl --user stop hardened.socket hardened.service
    echo "hardened end: $(systemctl --user show --value --property=Result hardened.service)"
}

# Has the table trust a shop, and hands in one of its licences.
licensed() {
    local programs=$1 socket=$2 folder=/run/deeplinkd
    local order=(--key $folder/shop.jwk --issuer shop --audience podcasts --subject uid:0 --product founder.once)
    "$programs/deeplinkctl" licence keygen $folder/shop.jwk >/dev/null
    printf '%s\n' 'issuer shop {' "key $folder/shop.jwk.pub" 'products founder.once' 'audience podcasts' '}' \
        >>$folder/routes.conf
    systemctl --user reload hardened.service || true
    "$programs/deeplinkctl" licence sign "${order[@]}" >$folder/order.jws
    echo "hardened licence: $(status_of "$programs/deeplinkctl" licence ingest $folder/order.jws --socket "$socket")"
}

stage_grouped() {
    local work=$1
    mkdir "$work/cgroup"
    mount -t cgroup2 cgroup2 "$work/cgroup"
    # Global: the trap runs after the function has returned.
    group=$work/cgroup/deeplinkd-test-$$
    mkdir "$group"
    # After the last process of a group ends, the kernel can need a moment to remove it from the group.
    trap 'until_true find "$group" -depth -type d -exec rmdir {} +; [[ ! -d $group ]] && echo "control group: removed"' EXIT
    trap 'exit 1' TERM INT
    (
        echo "$BASHPID" >"$group/cgroup.procs"
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
    work=$(mktemp -d /tmp/deeplinkd-systemd-XXXXXX)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' TERM INT
    unshare --mount --propagation private "$script" --grouped "$work" "$@"
    ;;
esac
