# Sourced by scripts that try something on a machine of its own: boots a throw-away host with systemd as its process 1. The
# host is a copy-on-write view of this machine's root file system in namespaces that end with the script: nothing outside
# changes. A script defines two functions, and ends with `boot_host "$@"`:
#
#   furnish ROOT ARGUMENT…   installs what is tried into the file system of the host, before the boot
#   stage_inside             tries it on the host; what it prints is printed after the host was powered off
#
# Three stages, each a run of the same script:
#   (outer)    a scratch folder and a mount namespace; the file system of the host, with everything installed
#   --grouped  a separate control group, for the reason in Tests/SystemdTests/user-manager.sh, and the boot
#   --inside   the checks on the host; process 1 runs them as a unit, and the host is powered off afterwards
#
# Needs root, systemd-nspawn and overlayfs: boot_obstacle names what is missing.
script=$(readlink -f "$0")
booting=$(readlink -f "${BASH_SOURCE[0]}")
# The most that the host may write, and that the checks may take.
boot_size=${boot_size:-1g} boot_seconds=${boot_seconds:-120}

# Waits at most ten seconds until a command succeeds.
until_true() {
    for _ in {1..200}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    return 1
}

# Prints why no host can be booted here, or nothing.
boot_obstacle() {
    if ((EUID != 0)); then echo "namespaces and control groups of its own need root" && return; fi
    local tool
    for tool in systemd-nspawn unshare setpriv timeout systemctl; do
        command -v "$tool" >/dev/null || { echo "$tool is not installed" && return; }
    done
    unshare --mount --propagation private bash -c '
        set -e
        folder=$(mktemp -d)
        mount -t tmpfs tmpfs "$folder"
        mkdir "$folder/upper" "$folder/work" "$folder/root" "$folder/cgroup"
        mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
        mount -t cgroup2 cgroup2 "$folder/cgroup"
        umount "$folder/cgroup" "$folder/root" && umount "$folder" && rmdir "$folder"
    ' >/dev/null 2>&1 || echo "this host allows no overlay over its root file system, or no control groups"
}

# Installs the script itself, and a target that contains only its checks.
furnish_checks() {
    local root=$1
    mkdir -p "$root/usr/lib/deeplinkd-test"
    install -m 755 "$script" "$root/usr/lib/deeplinkd-test/checks"
    install -m 644 "$booting" "$root/usr/lib/deeplinkd-test/booting.sh"
    # A machine id of its own for a separate host.
    rm -f "$root/etc/machine-id" && touch "$root/etc/machine-id"
    cat >"$root/usr/lib/systemd/system/deeplinkd-test.service" <<UNIT
[Unit]
Requires=sysinit.target
After=sysinit.target
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
TimeoutStartSec=${boot_seconds}s
Environment=DEEPLINKD_TEST_BOOTING=/usr/lib/deeplinkd-test/booting.sh
ExecStart=/usr/lib/deeplinkd-test/checks --inside
StandardOutput=file:/seen
StandardError=file:/errors
UNIT
}

stage_grouped() {
    local work=$1
    mkdir "$work/cgroup"
    mount -t cgroup2 cgroup2 "$work/cgroup"
    # Global: the trap runs after the function has returned.
    group=$work/cgroup/deeplinkd-boot-$$
    mkdir "$group"
    # systemd-nspawn makes a group of the same name here, where the machine has a hierarchy of version 1 for systemd.
    groups=("$group")
    [[ ! -d /sys/fs/cgroup/systemd ]] || groups+=("/sys/fs/cgroup/systemd/${group##*/}")
    # After the last process of a group ends, the kernel can need a moment to remove it from the group.
    trap 'for group in "${groups[@]}"; do [[ ! -d $group ]] || until_true find "$group" -depth -type d -exec rmdir {} +; done; [[ ! -d ${groups[0]} && ! -d ${groups[-1]} ]] && echo "control group: removed"' EXIT
    trap 'exit 1' TERM INT
    # If the host does not power off by itself, it is killed with everything in it.
    (
        echo "$BASHPID" >"$group/cgroup.procs"
        SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec timeout --kill-after=5 "$((boot_seconds + 10))" systemd-nspawn --quiet \
            --register=no --keep-unit --console=pipe --hostname=deeplinkd-test --directory="$work/root" --boot -- \
            systemd.unit=deeplinkd-test.service systemd.log_target=console
    ) </dev/null >"$work/boot.log" 2>&1 || true
    cat "$work/root/seen" || { echo "the host did not boot:" && tail -n 20 "$work/boot.log"; }
    if [[ -n ${DEEPLINKD_TEST_LOG:-} ]]; then cat "$work/root/errors" "$work/boot.log" >&2; fi
}

stage_mounted() {
    local work=$1
    shift
    # An upper layer cannot be on an overlay, which a container's root may be; a tmpfs always works.
    mount -t tmpfs -o "size=$boot_size,mode=755" tmpfs "$work"
    mkdir "$work/upper" "$work/work" "$work/root"
    # systemd-nspawn leaves folders behind here.
    mkdir -p /run/systemd
    mount -t tmpfs -o mode=755 tmpfs /run/systemd
    mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/root"
    furnish_checks "$work/root"
    furnish "$work/root" "$@"
    # Not exec: the mounts end with this process.
    "$script" --grouped "$work"
}

boot_host() {
    case ${1:-} in
        --inside) stage_inside ;;
        --grouped) shift && stage_grouped "$@" ;;
        --mounted) shift && stage_mounted "$@" ;;
        *)
            # Global: the trap runs after the function has returned.
            boot_folder=$(mktemp -d /tmp/deeplinkd-boot-XXXXXX)
            trap 'rm -rf "$boot_folder"' EXIT
            trap 'exit 1' TERM INT
            unshare --mount --propagation private "$script" --mounted "$boot_folder" "$@"
            ;;
    esac
}
