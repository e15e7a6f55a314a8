#!/bin/bash
# Makes the Debian package, dist/deeplinkd_VERSION_ARCHITECTURE.deb, from what scripts/install.sh installs.
#
#     scripts/package.sh                          builds the programs, and packs them
#     scripts/package.sh --programs FOLDER        packs the programs of the folder
#     scripts/package.sh --test                   also checks the package, tries it (scripts/package-test.sh), and measures it
#     scripts/package.sh --dependencies           prints the resolved versions of the Swift packages, and makes nothing
#
# The same programs and the same SOURCE_DATE_EPOCH (default: the time of the newest commit) give the same package, byte for
# byte. The Swift packages that the programs are built of must have the versions of packaging/dependencies. The figures of a
# test stand beside the package, in a file of its name; packaging/figures.md explains them.
set -euo pipefail
# A failure inside $(…) is one of the script.
shopt -s inherit_errexit
umask 022
caller=$PWD
cd "$(dirname "$0")/.."
source scripts/requirements.sh

usage() {
    echo "usage: scripts/package.sh [--programs FOLDER] [--output FOLDER] [--version VERSION] [--test | --dependencies]"
}
refuse() {
    echo "${0##*/}: $*" >&2
    usage >&2
    exit 2
}
absolute() { if [[ $1 == /* ]]; then realpath -m -- "$1"; else realpath -m -- "$caller/$1"; fi; }

programs='' output=dist version='' test='' list=''
while (($# > 0)); do
    case $1 in
        --programs | --output | --version)
            [[ -n ${2:-} && $2 != -* ]] || refuse "$1 needs a value"
            case $1 in
                --programs) programs=$(absolute "$2") ;;
                --output) output=$(absolute "$2") ;;
                --version) version=$2 ;;
            esac
            shift 2
            ;;
        --test) test=yes && shift ;;
        --dependencies) list=yes && shift ;;
        --help | -h) usage && exit ;;
        *) refuse "there is no option '$1'" ;;
    esac
done
[[ -z $version || $version =~ ^[0-9][A-Za-z0-9.+~]*-[A-Za-z0-9.+~]+$ ]] \
    || refuse "--version is as in 0.1.0-1, not '$version'"

# MARK: What the programs are built of

# The list of packaging/dependencies, as the newest build has resolved it.
resolved_dependencies() {
    sed -n '/^#/p' packaging/dependencies
    jq -r '.pins | sort_by(.identity)[] | "\(.identity) \(.state.version // .state.revision)"' Package.resolved
}

# Another version of a package makes other programs, which were not tested.
check_dependencies() {
    [[ -f Package.resolved ]] || fail "Package.resolved is missing; build the programs in this folder"
    local difference
    difference=$(diff --unchanged-line-format= --old-line-format='  listed    %L' --new-line-format='  resolved  %L' \
        packaging/dependencies <(resolved_dependencies)) && return
    fail "the Swift packages are not those of packaging/dependencies:
$difference
Resolve the listed versions (swift package resolve NAME --version VERSION), or test with these and write the list anew:
scripts/package.sh --dependencies >packaging/dependencies"
}

want_jq
if [[ -n $list ]]; then
    [[ -f Package.resolved ]] || quietly swift package resolve
    resolved_dependencies
    exit
fi
for tool in ar dpkg-deb dpkg-shlibdeps readelf xz; do
    command -v "$tool" >/dev/null || install_packages dpkg-dev binutils xz-utils || fail "$tool is missing"
done

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# MARK: The package

# Debian's rules for documentation: compressed pages, a copyright file instead of the licence, a changelog of its own.
arrange_documentation() {
    local root=$1 pages=$1/usr/share/doc/deeplinkd
    rm -r "$root/usr/share/deeplinkd"
    rm "$pages/LICENSE"
    gzip -9n "$root"/usr/share/man/man*/*
    gzip -9n <"$pages/CHANGELOG.md" >"$pages/changelog.gz"
    rm "$pages/CHANGELOG.md"
    sed -i 's,](LICENSE),](copyright),; s,](CHANGELOG\.md),](changelog.gz),' "$pages/README.md"
    sed -i -E 's,\]\(((\.\./)+)CHANGELOG\.md\),](\1changelog.gz),' "$pages"/docs/*.md "$pages"/docs/*/*.md
    install -D -m 644 packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/deeplinkd"
    install -m 644 packaging/debian/copyright "$pages/copyright"
    local date
    date=$(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')
    {
        printf 'deeplinkd (%s) unstable; urgency=medium\n\n' "$version"
        printf '  * changelog.gz lists the changes.\n\n'
        printf ' -- %s <>  %s\n' "$(sed -n 's/^Maintainer: //p' packaging/debian/control.in)" "$date"
    } | gzip -9n >"$pages/changelog.Debian.gz"
}

# The packages with the libraries that the programs need, with the versions that they need.
dependencies_of() {
    local library
    library=$(readelf -d "$@" | sed -n 's/.*NEEDED.*\[\(libswift[^]]*\|libFoundation[^]]*\)\].*/\1/p' | head -n 1)
    [[ -z $library ]] || fail "the programs need $library; build them with --static-swift-stdlib"
    mkdir -p "$work/dependencies/debian"
    printf 'Source: deeplinkd\n\nPackage: deeplinkd\nArchitecture: any\n' >"$work/dependencies/debian/control"
    local found
    found=$( (cd "$work/dependencies" && dpkg-shlibdeps -O "${@/#/-e}" 2>"$work/dependencies/log") \
        | sed -n 's/^shlibs:Depends=//p' | grep .) || { cat "$work/dependencies/log" >&2 && return 1; }
    # dpkg-shlibdeps looks at symbols alone, and the short form of relocations is none.
    # Not grep -q: it ends early, and readelf with an error.
    if readelf --version-info "$@" | grep GLIBC_ABI_DT_RELR >"$work/dependencies/relocations"; then
        local written=${found##*libc6 (>= }
        written=${written%%)*}
        if dpkg --compare-versions "$written" lt 2.36; then
            found=${found/"libc6 (>= $written)"/"libc6 (>= 2.36)"}
        fi
    fi
    echo "$found"
}

write_control() {
    local root=$1 size depends
    size=$(du --apparent-size --block-size=1024 --summarize --exclude=DEBIAN "$root" | cut -f 1)
    depends=$(dependencies_of "$root/usr/bin/deeplinkd" "$root/usr/bin/deeplinkctl" "$root/usr/lib/libdeeplink.so.1")
    mkdir "$root/DEBIAN"
    sed "s/@version@/$version/; s/@architecture@/$(dpkg --print-architecture)/; s/@installed-size@/$size/
        s/@depends@/$depends/" packaging/debian/control.in >"$root/DEBIAN/control"
    install -m 755 packaging/debian/{postinst,prerm,postrm} "$root/DEBIAN/"
    (cd "$root" && find etc -type f -printf '/%p\n' | LC_ALL=C sort >DEBIAN/conffiles)
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
    chmod 644 "$root"/DEBIAN/{control,conffiles,md5sums,triggers}
}

# Compresses both parts of a package, which dpkg-deb does without a filter for machine code: with it the package has 8 % less.
# The dictionary of 64 MiB holds both programs, so what the second has in common with the first takes no room.
compress() {
    local parts filter=()
    parts=$(mktemp -d "$work/parts-XXXXXX")
    case $(dpkg --print-architecture) in
        amd64 | i386) filter=(--x86) ;;
        arm64) filter=(--arm64) ;;
    esac
    ar x --output "$parts" "$1"
    # One thread: the number of threads decides how xz cuts its input into blocks.
    xz --threads=1 "${filter[@]}" --lzma2=preset=9e "$parts"/{control,data}.tar
    rm "$1"
    # D: without times and owners; S: without a table of symbols.
    ar qcDS "$1" "$parts"/{debian-binary,control.tar.xz,data.tar.xz}
    rm -r "$parts"
}

# Makes the package of a version in a folder, and prints its path: make_package VERSION PROGRAMS FOLDER
make_package() {
    local version=$1 root
    root=$(mktemp -d "$work/root-XXXXXX")
    chmod 755 "$root"
    quietly scripts/install.sh --prefix /usr --destdir "$root" --programs "$2"
    arrange_documentation "$root"
    write_control "$root"
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    mkdir -p "$3"
    local package="$3/deeplinkd_${version}_$(dpkg --print-architecture).deb"
    quietly dpkg-deb --root-owner-group -Znone --build "$root" "$package"
    compress "$package"
    rm -rf "$root"
    echo "$package"
}

if [[ -z $programs ]]; then
    scripts/install.sh --prefix /usr --destdir "$work/built"
    programs=$work/built/usr/bin
fi
check_dependencies
if [[ -z $version ]]; then version=$("$programs/deeplinkd" --version)-1; fi
package=$(make_package "$version" "$programs" "$output")
size=$(stat -c %s "$package")
echo "made $package: $size bytes, $(dpkg-deb --field "$package" Installed-Size) KiB installed"
echo "Depends: $(dpkg-deb --field "$package" Depends)"
if [[ -z $test ]]; then exit; fi

# MARK: The test of the package, and its figures

check_package() {
    local again
    again=$(make_package "$version" "$programs" "$work/again")
    cmp "$package" "$again" || fail "two packages of the same programs differ"
    echo "ok: the package is the same, byte for byte, if it is made again"
    if ! command -v lintian >/dev/null; then
        echo "skipped: lintian, which is not installed (Debian: lintian)"
    else
        lintian --fail-on error,warning --tag-display-limit 0 "$package" || fail "lintian finds faults"
        echo "ok: lintian finds no error and no warning"
    fi
    if ! command -v mandoc >/dev/null; then
        echo "skipped: the man pages, because mandoc is not installed (Debian: mandoc)"
    else
        dpkg-deb --extract "$package" "$work/pages"
        # mandoc takes the bytes of a compressed page for its text.
        gunzip --recursive "$work/pages/usr/share/man"
        local faults
        faults=$(mandoc -Tlint "$work"/pages/usr/share/man/man*/* 2>&1 \
            | grep -v -e 'referenced manual not found' -e 'mandoc\.db' || true)
        [[ -z $faults ]] || fail "mandoc finds faults: $faults"
        echo "ok: mandoc -Tlint finds nothing in the man pages"
    fi
}

# The median time from the start of the daemon with the example table until it says that it is ready, its memory after one
# call, and the median time of commands that open a link, from their start to their end.
measure_programs() {
    dpkg-deb --extract "$package" "$work/measured"
    install -m 644 routes.conf "$work/measured.conf"
    # With the priority of real time other programs of the machine do not run on the same processor meanwhile.
    local first=()
    if chrt --fifo 50 true 2>/dev/null; then first=(chrt --fifo 50); fi
    "${first[@]}" python3 - "$work/measured/usr/bin" "$work/measured.conf" "$work" <<'END_OF_PYTHON'
import contextlib, os, re, signal, socket, statistics, subprocess, sys, time

programs, table, folder = sys.argv[1:]
path, place = f"{folder}/notify", f"{folder}/socket"


@contextlib.contextmanager
def running_daemon():
    """Gives the process, and the milliseconds until it was ready."""
    notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notices.bind(path)
    notices.settimeout(10)
    start = time.monotonic()
    daemon = subprocess.Popen(
        [f"{programs}/deeplinkd", "-f", table, "--socket", place],
        env={"NOTIFY_SOCKET": path, "PATH": os.environ["PATH"]}, stderr=subprocess.DEVNULL)
    try:
        while b"READY=1" not in notices.recv(4096):
            pass
        yield daemon, (time.monotonic() - start) * 1000
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
        notices.close()
        os.unlink(path)


def milliseconds(*words):
    """The time of a command; it may not fail."""
    start = time.monotonic()
    process = os.posix_spawn(
        words[0], words, {"DEEPLINKD_SOCKET": place},
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    status = os.waitpid(process, 0)[1]
    assert status == 0, words
    return (time.monotonic() - start) * 1000


tool, url = f"{programs}/deeplinkctl", "podcast://shows/morning"
times, resident, anonymous = [], [], []
for _ in range(21):
    with running_daemon() as (daemon, ready):
        times.append(ready)
        milliseconds(tool, "open", url)
        with open(f"/proc/{daemon.pid}/status") as status:
            fields = dict(re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.M))
        resident.append(int(fields["VmRSS"]))
        anonymous.append(int(fields["RssAnon"]))
with running_daemon():
    rounds = [
        (milliseconds(tool, "open", url), milliseconds(tool, "open", "--json", url), milliseconds("/bin/true"))
        for _ in range(501)
    ]
plain, option, true = (statistics.median(column) for column in zip(*rounds))
print(f"ready {statistics.median(times):.1f}")
print(f"resident {statistics.median(resident) / 1024:.1f}")
print(f"anonymous {statistics.median(anonymous) / 1024:.1f}")
print(f"open {plain:.1f}")
print(f"option {option:.1f}")
print(f"true {true:.1f}")
END_OF_PYTHON
}

# The table of figures, in a file beside the package: they are of this package and no other.
write_figures() {
    local figures commit file=${package%.deb}.figures.md
    figures=$(measure_programs)
    commit=$(git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)
    figure() { sed -n "s/^$1 //p" <<<"$figures"; }
    {
        echo "# Figures of the package"
        echo
        echo "Written by \`scripts/package.sh --test\` for deeplinkd $version on $(dpkg --print-architecture), on $(date --utc +%F), from commit"
        echo "$commit."
        echo
        echo "| figure | value | limit |"
        echo "|---|---|---|"
        echo "| package | $(awk "BEGIN { printf \"%.1f\", $size / 1e6 }") MB | 7.5 MB |"
        echo "| installed | $(awk "BEGIN { printf \"%.1f\", $(dpkg-deb --field "$package" Installed-Size) * 1024 / 1e6 }") MB | 35 MB |"
        echo "| Depends | $(dpkg-deb --field "$package" Depends) | |"
        echo "| from start to READY, example table, median of 21 | $(figure ready) ms | 8 ms |"
        echo "| resident memory after a call, example table | $(figure resident) MiB | 15 MiB |"
        echo "| of it memory of its own | $(figure anonymous) MiB | |"
        echo "| \`deeplinkctl open\` of a link that is answered, from start to end, median of 501 | $(figure open) ms | 4 ms |"
        echo "| the same with an option: \`open --json\` | $(figure option) ms | |"
        echo "| \`true\` beside it | $(figure true) ms | |"
    } >"$work/figures.md"
    # Moved there when it is whole.
    mv "$work/figures.md" "$file"
    cat "$file"
}

check_package
scripts/package-test.sh "$package" "$(make_package "${version}+next" "$programs" "$work/next")"
write_figures
