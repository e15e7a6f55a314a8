#!/bin/bash
# Tries two versions of the package on a machine of its own with systemd as its process 1 (scripts/booting.sh): a view of this
# machine without the Swift toolchain, the packages that a build needs, and this checkout.
#
#   package-test.sh PACKAGE NEXT
#
# A person's way: install, the first link, a table of one's own, a bad table, the upgrade, removal, purge; and once more
# without systemd. Prints one line for each check, and ends with status 1 if one failed. Where no machine can be booted it
# prints why, and ends with status 0.
set -euo pipefail
boot_size=3g boot_seconds=540
source "${DEEPLINKD_TEST_BOOTING:-$(dirname "$(readlink -f "$0")")/booting.sh}"
packages=/srv/deeplinkd-packages
socket=/run/deeplinkd/io.deeplinkd.sock
table=/etc/deeplinkd/routes.conf
manual=/usr/share/doc/deeplinkd/docs

# MARK: The machine

furnish() {
    local root=$1 toolchain name
    mkdir -p "$root$packages"
    cp -- "$2" "$root$packages/first.deb"
    cp -- "$3" "$root$packages/next.deb"
    rm -rf "$root"/etc/deeplinkd "$root"/var/lib/deeplinkd "$root"/etc/systemd/system/deeplinkd*
    # In the image of a container it keeps packages from starting their services.
    rm -f "$root/usr/sbin/policy-rc.d"
    # An empty folder in the place of the checkout, and of the toolchain unless it is a part of /usr.
    toolchain=$(command -v swift || true)
    if [[ -n $toolchain ]]; then toolchain=$(readlink -f "$toolchain") && toolchain=${toolchain%/usr/bin/*}; fi
    for name in "$toolchain" "$(dirname "$(dirname "$script")")"; do
        if [[ -n $name && -d $root$name ]]; then mount -t tmpfs -o size=512m,mode=755 tmpfs "$root$name"; fi
    done
    local built=()
    mapfile -t built < <(dpkg-query --show --showformat='${db:Status-Abbrev}${binary:Package}\n' 2>/dev/null | awk '
        sub(/^ii +/, "") && /^(libuv1-dev|libsqlite3-dev|libc6-dev|libstdc\+\+-.*-dev|pkg-config|pkgconf|binutils|gcc|g\+\+|git)(:|$)/')
    if ((${#built[@]} > 0)); then quietly_in "$root" dpkg --purge --force-depends "${built[@]}"; fi
}
quietly_in() {
    local root=$1 log
    shift
    log=$(mktemp)
    chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 || { cat "$log" >&2 && return 1; }
    rm -f "$log"
}

# MARK: Checks

failed=0
# check SENTENCE COMMAND…: prints whether the command succeeds, and its output if not.
check() {
    local sentence=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok: $sentence"
    else
        failed=$((failed + 1))
        printf 'FAILED: %s: %s\n%s\n' "$sentence" "$*" "$output"
    fi
}
fails() { if "$@"; then return 1; fi; }
begins() { [[ $1 == "$2"* ]] || { echo "it begins with: $1" && return 1; }; }
is() { [[ $1 == "$2" ]] || { echo "'$1' is not '$2'" && return 1; }; }

# A user of the machine without any rights.
stranger() { setpriv --reuid 4242 --regid 4242 --clear-groups "$@"; }
code_of() { stranger deeplinkctl open "$1" 2>&1 | head -n 1 | cut -d ' ' -f 1; }
opens() { is "$(code_of "$1")" "${2:-ok.performed}"; }
property() { systemctl show --value --property="$1" "deeplinkd.$2"; }
is_state() { is "$(property ActiveState "$1")" "$2"; }
installs() { DEBIAN_FRONTEND=noninteractive dpkg --install "$packages/$1.deb"; }
# The program that the manual shows, on the socket of the system.
in_python() { XDG_RUNTIME_DIR=/run stranger python3 /srv/open.py "$1"; }

stage_inside() {
    check "there is no compiler" fails command -v swift
    check "there is nothing of the package" fails compgen -G '/usr/bin/deeplink*'
    installation
    own_table
    bad_table
    upgrade
    disabled_units
    removal
    without_systemd
    echo "end: $failed failed"
}

installation() {
    check "the package is installed" installs first
    check "the service runs" is_state service active
    check "the socket waits" is_state socket active
    check "both are enabled" systemctl is-enabled deeplinkd.socket deeplinkd.service
    check "the socket of users is enabled for everyone" is "$(systemctl --global is-enabled deeplinkd.socket)" enabled
    check "the daemon has a user of its own" is "$(stat -c %U "/proc/$(property MainPID service)")" deeplinkd
    check "any user opens the first link" opens deeplinkd:works
    sed -n "/^cat > open.py <<'END'/,/^END\$/p" "$manual/protocol.md" | sed '1d;$d' >/srv/open.py
    check "so does the manual's program in Python" begins "$(in_python deeplinkd:works 2>&1)" ok.performed
    check "the table has no error" deeplinkctl check --strict
    check "the table's cases hold" deeplinkctl test /etc/deeplinkd/routes.cases --fail-under 100
    check "status has nothing to complain of" deeplinkctl status
    check "the pages of the manual are there" test -s "$manual/tutorial.md" -a -s /usr/share/man/man8/deeplinkd.8.gz
    local process
    process=$(property MainPID service)
    check "no process of the package listens to a network" is "$(ss -Hltnup | grep deeplink || true)" ""
    check "nothing listens in the daemon's network" is "$(nsenter --net --target "$process" ss -Hltnu)" ""
    check "a user's switch is set" stranger deeplinkctl toggle Check/Switch on
    check "its link is performed" opens deeplinkd:switch
}

# The table that the comments of the installed one show.
own_table() {
    sed -n '/^#     scheme podcast/,/^#     }$/s/^#     //p; /^#$/p' "$table" | sed 's/^#$//' \
        >/etc/deeplinkd/routes.conf.d/podcasts.conf
    check "the table of the comments has no error" deeplinkctl check --strict
    check "it is put in force" systemctl reload deeplinkd
    check "its link is performed" opens podcast://episodes/7
    echo '# a change of the administrator' >>"$table"
}

bad_table() {
    cp "$table" /srv/good.conf
    echo 'route broken' >>"$table"
    check "a bad table is not put in force" fails systemctl reload deeplinkd
    check "the check of it fails" is "$(deeplinkctl check >/dev/null 2>&1 || echo $?)" 3
    check "the table before it answers" opens deeplinkd:works
    check "the service starts with a bad table" systemctl restart deeplinkd
    check "and stays up" is_state service active
    check "its outcomes say why" opens deeplinkd:works pending.table.invalid
    cp /srv/good.conf "$table"
    check "the mended table is put in force" systemctl reload deeplinkd
    check "and answers" opens deeplinkd:works
}

# The network is that of this machine, which may have a daemon of its own at the same place.
waits_in_queue() { ss -Hxl src "$socket" | awk '$3 > 0 { waits = 1 } END { exit !waits }'; }

# Whether all words are codes of calls that have their answers around the end of a daemon.
are_answers() { [[ -n $1 ]] && ! grep -vx -e ok.performed -e rejected.shuttingDown <<<"$1"; }

# Calls again and again while a file exists, and keeps the code of each outcome.
call_on() {
    while [[ -e /srv/calling ]]; do
        code_of deeplinkd:works
    done >/srv/codes
}

# Whether so many links of the stranger wait for an app.
wait_for_app() {
    is "$(stranger deeplinkctl call io.deeplinkd.Channels.List | grep -o '"waiting": *[0-9]*' | grep -o '[0-9]*$')" "$1"
}

# A link that waits in memory, whose sender does not wait.
held_link() {
    printf '%s\n' 'package jobs' 'scheme jobs' 'channel jobs {' '    kind held' '}' 'feature Jobs {' '    action job {' \
        '        channel jobs' '        detach' '    }' '    route job /job do job' '}' \
        >/etc/deeplinkd/routes.conf.d/jobs.conf
    check "a table with a channel is put in force" systemctl reload deeplinkd
    check "a link waits for an app" opens jobs:job ok.accepted
    check "and is counted" wait_for_app 1
}

# The daemon is halted, so the client's connection waits in the queue of the socket until the new version runs.
upgrade() {
    local before place client callers app
    held_link
    before=$(property MainPID service) place=$(stat -c %i "$socket")
    kill -STOP "$before"
    in_python deeplinkd:works >/srv/waited 2>&1 &
    client=$!
    check "a client waits on the socket" until_true waits_in_queue
    check "the next version is installed" installs next
    wait "$client" || true
    check "the client that waited has its outcome" are_answers "$(head -n 1 /srv/waited | cut -d ' ' -f 1)"
    check "another process serves" fails is "$(property MainPID service)" "$before"
    check "the socket is the same" is "$(stat -c %i "$socket")" "$place"
    check "the version is the next one" begins "$(dpkg-query --show --showformat='${Version}' deeplinkd)" \
        "$(dpkg-deb --field "$packages/next.deb" Version)"
    check "the changed table is kept" grep -q 'change of the administrator' "$table"
    check "the user's switch is kept" opens deeplinkd:switch
    check "the link still waits" wait_for_app 1
    touch /srv/calling
    call_on &
    callers=$!
    check "a version is installed while callers call" installs first
    check "and the next one again" installs next
    rm /srv/calling
    wait "$callers"
    check "callers called meanwhile" test "$(wc -l </srv/codes)" -gt 10
    check "each call has its outcome" are_answers "$(sort -u /srv/codes)"
    check "the link waits after two more restarts" wait_for_app 1
    stranger deeplinkctl subscribe jobs:jobs >/srv/app 2>&1 &
    app=$!
    check "an app gets it" until_true wait_for_app 0
    kill "$app" && wait "$app" || true
    check "once" is "$(grep -c '"jobs:job"\|"job"' /srv/app)" 1
}

disabled_units() {
    systemctl --global --quiet disable deeplinkd.socket
    systemctl disable --quiet --now deeplinkd.socket deeplinkd.service
    check "a version is installed while the units are disabled" installs next
    check "the socket of users stays disabled" fails systemctl --global --quiet is-enabled deeplinkd.socket
    systemctl --global --quiet enable deeplinkd.socket
    check "the disabled service is not started" is_state service inactive
    check "nor its socket" is_state socket inactive
    check "the units can be enabled again" systemctl enable --quiet --now deeplinkd.socket deeplinkd.service
    check "and answer" opens deeplinkd:works
}

removal() {
    check "the package is removed" dpkg --remove deeplinkd
    check "the service is gone" is_state service inactive
    check "the socket is gone" fails test -e "$socket"
    check "no process of the daemon's user is left" fails pgrep -u deeplinkd
    check "the programs are gone" fails compgen -G '/usr/bin/deeplink*'
    check "the table stays" test -s "$table"
    check "what users set stays" test -s /var/lib/deeplinkd/ledger.db
    check "the package is installed again" installs first
    check "and answers" opens deeplinkd:works
    check "with what users set" opens deeplinkd:switch
    rm /etc/deeplinkd/routes.conf.d/podcasts.conf /etc/deeplinkd/routes.conf.d/jobs.conf
    check "the package is purged" dpkg --purge deeplinkd
    check "the table is gone" fails test -e /etc/deeplinkd
    check "what users set is gone" fails test -e /var/lib/deeplinkd
    check "no unit is enabled" is "$(find /etc/systemd -name '*deeplinkd*')" ""
    check "the folder of the socket is gone" fails test -e /run/deeplinkd
    check "the user stays" getent passwd deeplinkd
    check "nothing else is left" is "$(find /usr /etc /var/lib -xdev -name '*deeplink*' ! -path '*/deeplinkd-test*')" ""
}

# In a view of the machine in which systemd does not run, and that cannot make users from its files.
without_systemd() {
    userdel deeplinkd
    groupdel deeplinkd-callers
    cat >/srv/plain.sh <<'SCRIPT'
set -e
mount -t tmpfs -o mode=755 tmpfs /run
mv "$(command -v systemd-sysusers)" /srv/
dpkg --install "$1/first.deb"
install -d -o deeplinkd -g deeplinkd -m 755 /run/deeplinkd
install -d -o deeplinkd -g deeplinkd -m 700 /var/lib/deeplinkd
# With a home folder the daemon would look for a table there first.
env --unset=HOME --unset=XDG_CONFIG_HOME DEEPLINKD_EXEC=no \
    setpriv --reuid deeplinkd --regid deeplinkd --clear-groups \
    /usr/bin/deeplinkd --socket /run/deeplinkd/io.deeplinkd.sock --state-dir /var/lib/deeplinkd &
for _ in $(seq 200); do if [ -S /run/deeplinkd/io.deeplinkd.sock ]; then break; fi; sleep 0.05; done
deeplinkctl open deeplinkd:works | head -n 1
kill $!
wait
dpkg --install "$1/next.deb"
dpkg --purge deeplinkd
[ ! -e /var/lib/deeplinkd ]
SCRIPT
    local output status=0
    output=$(unshare --mount --propagation private sh /srv/plain.sh "$packages" 2>&1) || status=$?
    check "without systemd the package is installed, upgraded and purged" is "$status" 0
    check "and a daemon started by hand answers" grep -q '^ok.performed' <<<"$output"
    if ((status != 0)); then echo "$output"; fi
}

case ${1:-} in
    --*) boot_host "$@" ;;
    *)
        if (($# != 2)); then
            echo "usage: ${0##*/} PACKAGE NEXT" >&2
            exit 2
        fi
        obstacle=$(boot_obstacle)
        if [[ -n $obstacle ]]; then
            echo "skipped: the package on a machine of its own: $obstacle"
            exit
        fi
        results=$(boot_host "$(readlink -f "$1")" "$(readlink -f "$2")")
        echo "$results"
        grep -qx 'end: 0 failed' <<<"$results"
        ;;
esac
