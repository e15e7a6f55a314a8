import Foundation

/// Programs of this machine that some tests need, and others do without.
enum HostPrograms {
    /// The path of a program; nil if no folder of PATH has it.
    static func path(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The paths of programs; nil if one is missing, with the names printed.
    static func paths(of names: [String], for test: String) -> [String]? {
        let missing = names.filter { path(of: $0) == nil }
        guard missing.isEmpty else {
            print("skipped: \(test): \(missing.joined(separator: ", ")) not installed")
            return nil
        }
        return names.compactMap(path(of:))
    }

    /// Vim with its syntax files; nil where it is not installed, which is printed.
    static let vim = paths(of: ["vim"], for: "what Vim makes of the grammar")?.first
}
