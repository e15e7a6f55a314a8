import Conf
import Contract

/// The pattern of an `include`: a path whose every part can be a glob.
struct IncludePattern {
    private let start: String
    private let parts: [(text: Substring, glob: Glob)]

    /// Whether a file that it names and that is not there is a fault: a folder had the name a moment ago.
    let endsInGlob: Bool

    /// Reads the pattern; a relative one begins beside the file that includes.
    ///
    /// *Throws*: where a part is no glob, or the path ends in a slash.
    init(_ text: String, in file: String, root: String) throws(GlobError) {
        let isAbsolute = text.hasPrefix("/")
        start = isAbsolute ? root + "/" : file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        parts = try text.split(separator: "/").map { part throws(GlobError) in (part, try Glob(part)) }
        guard let last = parts.last, !text.hasSuffix("/"), last.text != ".", last.text != ".." else { throw .folder }
        endsInGlob = !last.glob.isLiteral
    }

    /// The one path that it names; nil where a part is a glob.
    var path: String? {
        guard parts.allSatisfy({ $0.glob.isLiteral }) else { return nil }
        return start + parts.map(\.text).joined(separator: "/")
    }

    /// The paths that it names, by their bytes; those without any glob behind the last one need not be there.
    ///
    /// - Parameter doubts: is added why the daemon would refuse a folder whose names are read all the same.
    ///
    /// *Throws*: `tooMany`, or what keeps a folder from being read. *Cost*: every folder that a glob is tried in is read.
    func paths(_ environment: LoadEnvironment, doubts: inout [String]) throws(TableFault) -> [String] {
        var paths = [start]
        for (number, part) in parts.enumerated() {
            let end = number + 1 < parts.count ? "/" : ""
            var longer: [String] = []
            for path in paths {
                if part.glob.isLiteral {
                    longer.append(path + part.text + end)
                } else {
                    for name in try names(path, environment, &doubts) where part.glob.matches(name) {
                        longer.append(path + name + end)
                    }
                }
                guard longer.count <= Limits.tableFiles else {
                    throw TableFault(.tooMany, "more than \(Limits.tableFiles) paths match", help: "narrow the pattern")
                }
            }
            paths = longer
        }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func names(
        _ folder: String, _ environment: LoadEnvironment, _ doubts: inout [String]
    ) throws(TableFault) -> [String] {
        do {
            let found = try environment.names(folder.isEmpty ? "." : folder)
            if let doubt = found.doubt { doubts.append(doubt) }
            return found.names
        } catch {
            if error.isAbsent { return [] }
            throw error
        }
    }
}
