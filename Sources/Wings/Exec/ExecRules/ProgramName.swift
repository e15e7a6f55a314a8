// The name of a program without its version and variant. One program has many names: `python3.11`,
// `x86_64-linux-gnu-python3.11-dbg`, `vim.basic`, `ld-linux-x86-64.so.2`. A name is cut from its end, at `.` and `-`,
// while what is cut off is a version or a variant; then from its beginning while that is an architecture; and digits at
// the end are left out. Each name on the way is looked up, the longest first. `time-tracker` stays as it is: `tracker`
// is no variant of `time`.

/// The names that a file's name stands for.
enum ProgramName {
    /// Parts of the names of architectures and systems.
    private static let platforms: Set<String> = [
        "x86_64", "x86", "amd64", "i386", "i486", "i586", "i686", "aarch64", "arm64", "arm", "armv7l", "armhf",
        "riscv64", "powerpc64le", "ppc64le", "s390x", "mips64el", "loongarch64", "linux", "gnu", "gnueabi", "gnueabihf",
        "musl", "musleabihf", "pc", "unknown", "redhat", "suse", "debian", "w64", "mingw32", "freebsd",
    ]
    /// Parts that tell one build of a program from another.
    private static let variants: Set<String> = [
        "dbg", "debug", "static", "shared", "dev", "devel", "alpha", "beta", "rc", "stable", "nightly", "esr", "lts",
        "basic", "tiny", "small", "huge", "normal", "nox", "gtk", "pgtk", "athena", "lucid", "gnome", "motif",
        "openbsd", "traditional", "bin", "real", "orig", "distrib", "wrapped", "unwrapped", "exe", "so", "cgi", "fpm",
        "jit", "ea", "jdk", "jre", "openjdk", "posix",
    ]
    /// What a script's own name ends with: `time.py` is not `time`.
    private static let extensions: Set<String> = [
        "sh", "bash", "zsh", "fish", "py", "pyz", "pl", "rb", "js", "mjs", "cjs", "ts", "php", "lua", "tcl", "jl",
        "scm", "awk", "sed", "jar", "appimage", "desktop", "com", "org", "net", "io", "app",
    ]

    /// The last part of a path.
    static func file(of path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? path
    }

    /// The names to look up for the last part of a path, in lower case, the most specific first.
    static func candidates(of path: String) -> [String] {
        var name = Substring(file(of: path).lowercased()).drop { $0 == "." }
        var found = [String(name), String(withoutDigits(name))]
        while let separator = name.lastIndex(where: { $0 == "." || $0 == "-" }), separator > name.startIndex,
            isVariant(name[name.index(after: separator)...], behind: name[separator])
        {
            name = name[..<separator]
            found += [String(name), String(withoutDigits(name))]
        }
        while let dash = name.firstIndex(of: "-"), platforms.contains(String(name[..<dash])) {
            name = name[name.index(after: dash)...]
            found += [String(name), String(withoutDigits(name))]
        }
        return found
    }

    /// `python3` is `python`, and so is `python3m`: letters behind the digits say how Python was built.
    private static func withoutDigits(_ name: Substring) -> Substring {
        let stem = name.dropLast(name.reversed().prefix { "dmtu".contains($0) }.count)
        guard let last = stem.last, last.isNumber else { return name }
        let bare = stem.dropLast(stem.reversed().prefix { $0.isNumber }.count)
        return bare.isEmpty ? name : bare
    }

    private static func isVariant(_ part: Substring, behind separator: Character) -> Bool {
        guard let first = part.first else { return true }
        if first.isNumber || platforms.contains(String(part)) || variants.contains(String(withoutDigits(part))) {
            return true
        }
        // `vim.custom` is `vim`, by the custom of alternatives.
        return separator == "." && !extensions.contains(String(part))
    }
}
