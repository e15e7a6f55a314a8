internal import DesktopEntries
internal import HostSystem

extension HandlerLookup {
    /// The default of a type, as `xdg-mime query default` prints it; xdg-open asks it outside of GNOME, KDE and Xfce.
    ///
    /// It reads the lists line by line, only the first id of the first line of a type, and not the rule of `TryExec`.
    package func xdgMimeDefault(of type: String) -> Handler? {
        for folder in folders {
            for list in folder.lists where list.path.hasSuffix(DesktopPlaces.listName) {
                guard let id = Self.firstDefault(of: type, in: list.bytes), isStartable(id) else { continue }
                return Handler(id: id, source: list.path)
            }
        }
        let data = folders.filter { !$0.isConfig }
        for folder in data {
            let names = [AssociationFile.oldName, AssociationFile.cacheName]
            let caches = folder.lists.filter { list in names.contains { list.path.hasSuffix("/" + $0) } }
            // Of both files only the first line counts, even one without an id.
            let first = caches.lazy.compactMap { list in
                Self.firstMention(of: type, in: list.bytes).map { Handler(id: $0, source: list.path) }
            }.first
            if let first, !first.id.isEmpty { return first }
        }
        return preferred(of: type, in: data)
    }

    /// The first id of the first line of a type in the group of defaults.
    private static func firstDefault(of type: String, in bytes: [UInt8]) -> String? {
        var isInDefaults = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "[Default Applications]".utf8) {
                isInDefaults = true
            } else if line.first == UInt8(ascii: "[") {
                isInDefaults = false
            } else if isInDefaults, line.starts(with: (type + "=").utf8) {
                let value = line.dropFirst(type.utf8.count + 1).prefix { $0 != UInt8(ascii: ";") }
                return String(decoding: value, as: UTF8.self)
            }
        }
        return nil
    }

    /// The first id of the first line that mentions a type, in any group.
    private static func firstMention(of type: String, in bytes: [UInt8]) -> String? {
        let word = Array((type + "=").utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.holds(word) {
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 2, omittingEmptySubsequences: false)
            return String(decoding: parts[1].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        }
        return nil
    }

    /// Whether xdg-mime finds the program of an entry; it takes the first file of the name in any folder.
    private func isStartable(_ id: String) -> Bool {
        guard let name = id.split(separator: "/").last.map(String.init) else { return false }
        for folder in folders where !folder.isConfig {
            guard let path = Self.file(of: name, in: folder) else { continue }
            return command(of: path).flatMap { CapturedProgram.find($0, in: places.programPath) } != nil
        }
        return false
    }

    private static func file(of name: String, in folder: HandlerFolder) -> String? {
        if let dash = name.lastIndex(of: "-"), let first = name.firstIndex(of: "-") {
            let vendor = "\(folder.path)/\(name[..<dash])/\(name[first...].dropFirst())"
            if (try? FileStatus.isAnythingThere(vendor)) == true { return vendor }
        }
        let below = folder.entries.values.filter { path in
            let rest = path.dropFirst(folder.path.utf8.count + 1).split(separator: "/")
            return rest.last.map(String.init) == name && rest.count <= 2
        }
        return below.min { ($0.utf8.count { $0 == 0x2F }, $0) < ($1.utf8.count { $0 == 0x2F }, $1) }
    }

    /// The first word of the first `Exec` line, in any group.
    private func command(of path: String) -> String? {
        guard let file = try? FileReader.read(path, byteLimit: KeyFile.byteLimit) else { return nil }
        for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line, as: UTF8.self)
            guard line.hasPrefix("Exec"), let sign = line.firstIndex(of: "=") else { continue }
            let locale = line[..<sign].dropFirst(4)
            guard locale.isEmpty || locale.hasPrefix("[") && locale.hasSuffix("]") else { continue }
            return line[sign...].dropFirst().split { $0 == " " || $0 == "\t" }.first.map(String.init)
        }
        return nil
    }

    /// The entry of the highest `InitialPreference` whose file has the type, the first of equal ones.
    private func preferred(of type: String, in folders: [HandlerFolder]) -> Handler? {
        var best: (handler: Handler, preference: Int)?
        let word = Array((type + ";").utf8)
        for folder in folders {
            let depth = { (path: String) in path.utf8.count { $0 == 0x2F } }
            for path in folder.entries.values.sorted(by: { (depth($0), $0) < (depth($1), $1) }) {
                guard let file = try? FileReader.read(path, byteLimit: KeyFile.byteLimit) else { continue }
                let lines = file.bytes.split(separator: UInt8(ascii: "\n"))
                guard lines.contains(where: { $0.holds(word) }) else { continue }
                let preference = lines.first { $0.holds(Array("InitialPreference=".utf8)) }.flatMap { line in
                    Int(String(decoding: line, as: UTF8.self).split(separator: "=").dropFirst().first ?? "")
                }
                guard preference ?? 0 > best?.preference ?? -1, let id = path.split(separator: "/").last else {
                    continue
                }
                best = (Handler(id: String(id), source: path), preference ?? 0)
            }
        }
        return best?.handler
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes of a word stand somewhere.
    fileprivate func holds(_ word: [UInt8]) -> Bool {
        guard count >= word.count else { return false }
        return indices.dropLast(word.count - 1).contains { self[$0...].starts(with: word) }
    }
}
