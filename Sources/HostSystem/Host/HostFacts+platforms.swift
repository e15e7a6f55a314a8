extension HostFacts {
    /// The platforms of this machine: versions by platform name, as constraints name them.
    ///
    /// *Shape*: `linux` and `arch` always, `systemd` if it runs, and the distribution's `ID`. The service manager's own
    /// version is only available by talking to it, so `systemd` is present without one: a constraint on its minimum version
    /// can never be decided on this host.
    /// *Source*: uname(2) for kernel and architecture, os-release(5) for the distribution.
    package static var platforms: [String: String] {
        var platforms = ["linux": kernelRelease, "arch": machine]
        if (try? FileStatus(of: "/run/systemd/system")) != nil { platforms["systemd"] = "" }
        for path in ["/etc/os-release", "/usr/lib/os-release"] {
            guard let file = try? FileReader.read(path, byteLimit: 64 << 10) else { continue }
            let release = releaseFields(String(decoding: file.bytes, as: UTF8.self))
            if let id = release["ID"] { platforms[id] = release["VERSION_ID"] ?? "" }
            break
        }
        return platforms
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
