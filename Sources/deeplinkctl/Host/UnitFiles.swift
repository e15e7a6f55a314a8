import HostSystem

/// The settings of one systemd unit, from its file and its drop-ins on this machine.
///
/// Of two drop-ins with one name that of the earlier folder counts; they are read by their names, after the unit's file.
/// *Source*: systemd.unit(5), systemd.syntax(7).
struct UnitFiles {
    /// *Units*: bytes of one file.
    private static let byteLimit = 1 << 20
    /// *Units*: drop-ins of one folder.
    private static let nameLimit = 1000

    /// The files that were read, in their order; empty if the unit is not installed.
    private(set) var paths: [String] = []
    /// The settings of `[Service]` in the order of the text.
    private var settings: [(key: String, value: String)] = []

    /// Reads a unit; what cannot be read is left out.
    ///
    /// - Parameter folders: where units are, of which an earlier one goes before a later one.
    init(_ unit: String, in folders: [String]) {
        for folder in folders where paths.isEmpty { read(folder + "/" + unit) }
        var dropIns: [String: String] = [:]
        for folder in folders.reversed() {
            let folder = "\(folder)/\(unit).d"
            // ignored: most folders have no drop-ins.
            for name in (try? FolderReader.read(folder, nameLimit: Self.nameLimit)) ?? [] where name.hasSuffix(".conf")
            {
                dropIns[name] = folder + "/" + name
            }
        }
        for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) { read(path) }
    }

    /// The last value of a setting; nil if it is not set.
    func value(of key: String) -> String? {
        settings.last { $0.key == key }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The value of an environment variable of the service; nil if it has none.
    func variable(_ name: String) -> String? {
        var value: String?
        for setting in settings where setting.key == "Environment" {
            if setting.value.isEmpty { value = nil }
            for word in Self.words(setting.value) where word.hasPrefix(name + "=") {
                value = String(word.dropFirst(name.count + 1))
            }
        }
        let unset = settings.filter { $0.key == "UnsetEnvironment" }.flatMap { Self.words($0.value) }
        return unset.contains(name) ? nil : value
    }

    private mutating func read(_ path: String) {
        // ignored: most folders do not have the unit.
        guard let file = try? FileReader.read(path, byteLimit: Self.byteLimit) else { return }
        paths.append(path)
        var (section, pending) = ("", "")
        for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
            let line = pending + line.trimmed
            if line.hasPrefix("#") || line.hasPrefix(";") { continue }
            pending = line.hasSuffix("\\") ? String(line.dropLast()) + " " : ""
            guard pending.isEmpty else { continue }
            if line.hasPrefix("[") { section = line }
            guard section == "[Service]", let sign = line.firstIndex(of: "=") else { continue }
            settings.append((line[..<sign].trimmed, line[sign...].dropFirst().trimmed))
        }
    }

    /// The words of a value: split at blanks outside of quotes.
    private static func words(_ value: String) -> [String] {
        var (words, word, quote) = ([String](), "", Character?.none)
        for character in value {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else if quote == nil, character == " " || character == "\t" {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        return (words + [word]).filter { !$0.isEmpty }
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" || character == "\r" }
        let start = drop(while: isBlank)
        let count = start.reversed().prefix(while: isBlank).count
        return String(start.dropLast(count))
    }
}
