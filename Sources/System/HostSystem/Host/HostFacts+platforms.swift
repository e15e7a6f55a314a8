extension HostFacts {
    /// The platforms of this machine: versions by platform name, as constraints name them.
    ///
    /// *Shape*: `linux` and `arch` always, `systemd` if it runs, and the distribution's `ID`. A version is empty if the
    /// machine does not tell it.
    /// *Source*: uname(2) for kernel and architecture, os-release(5) for the distribution, and for systemd the name of its
    /// own library.
    package static var platforms: [String: String] {
        var platforms = ["linux": kernelRelease, "arch": machine]
        if (try? FileStatus(of: "/run/systemd/system")) != nil { platforms["systemd"] = systemdVersion() }
        for path in ["/etc/os-release", "/usr/lib/os-release"] {
            guard let file = try? FileReader.read(path, byteLimit: 64 << 10) else { continue }
            let release = releaseFields(String(decoding: file.bytes, as: UTF8.self))
            if let id = release["ID"] { platforms[id] = release["VERSION_ID"] ?? "" }
            break
        }
        return platforms
    }

    /// The version of the installed systemd: that of the library that its programs load.
    ///
    /// The library has the version in its name, so this asks no bus, which a sandboxed daemon may not reach, and starts no
    /// program. Packages let systemd start itself again after an update. While two versions are installed it is the older.
    ///
    /// *Shape*: `252`, `256.4-1.fc41`; empty if no folder has the library.
    /// *Cost*: reads a few folders.
    static func systemdVersion(under root: String = "") -> String {
        var versions: [String] = []
        for folder in libraryFolders(under: root) {
            for name in (try? FolderReader.read(root + folder + "/systemd", nameLimit: 10_000)) ?? [] {
                guard let match = name.wholeMatch(of: /libsystemd-shared-(\d.*)\.so/) else { continue }
                versions.append(String(match.1))
            }
        }
        return versions.min { (Int($0.prefix(while: \.isNumber)) ?? 0) < (Int($1.prefix(while: \.isNumber)) ?? 0) }
            ?? ""
    }

    private static func libraryFolders(under root: String = "") -> [String] {
        let libraries = ["/usr/lib", "/usr/lib64", "/lib"]
        let names = libraries.flatMap { (try? FolderReader.read(root + $0, nameLimit: 10_000)) ?? [] }
        return libraries + Set(names.filter { $0.contains("-linux-") }).sorted().map { "/usr/lib/" + $0 }
    }

    /// The files of the libraries that the daemon loads, by their names without what follows `.so`.
    ///
    /// *Shape*: `libuv.so.1.0.0` for `libuv`: what a file says of its version.
    /// *Cost*: reads a few folders.
    package static var libraryFiles: [String: [String]] {
        let wanted = ["libuv", "libcurl", "libsystemd", "libcrypto", "libicuuc", "libsqlite3"]
        var files: [String: Set<String>] = [:]
        for folder in libraryFolders() {
            for file in (try? FolderReader.read(folder, nameLimit: 20_000)) ?? [] {
                guard let name = wanted.first(where: { file.hasPrefix($0 + ".so.") }) else { continue }
                files[name, default: []].insert(file)
            }
        }
        return files.mapValues { $0.sorted() }
    }

    /// *Shape*: `NAME=value` lines; values may have single or double quotes.
    static func releaseFields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            var value = parts[1]
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            fields[String(parts[0])] = String(value)
        }
        return fields
    }
}
