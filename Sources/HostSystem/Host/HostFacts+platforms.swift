extension HostFacts {
    /// What this machine is: versions by the name of a platform, as constraints ask for them.
    ///
    /// *Shape*: `linux` and `arch` always, `systemd` where it runs, and the distribution's `ID`. The service manager's own
    /// version cannot be asked for without talking to it, so it is present without one: a minimum version of it is a
    /// condition that this host can never answer.
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

    /// *Shape*: `NAME=value` lines; values may stand in single or double quotes.
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
