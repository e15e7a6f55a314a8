import Testing

struct LengthTests {
    /// Functions that would be harder to read in pieces, by file and name, with the reasons.
    private static let longFunctions: [String: String] = [
        "Sources/Core/Contract/Outcomes/OutcomeCode.swift row": "the registry: one line per code",
        "Sources/Libraries/DeepLinkClient/Words/English/OutcomeCode+words.swift words":
            "the table of sentences: one line per code",
        "Sources/Libraries/DeepLinkClient/Words/German/OutcomeCode+german.swift german": "the same",
    ]

    @Test func `no file of Sources is longer than 300 lines`() {
        let long = House.sources.filter { $0.lines.count > 301 }
        #expect(long.isEmpty, "\(long.map { "\($0.path): \($0.lines.count - 1)" }.joined(separator: "\n"))")
    }

    @Test func `no folder has more than 25 files`() {
        let folders = Dictionary(grouping: House.files) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        for (folder, files) in folders where files.count > 25 { Issue.record("\(folder): \(files.count) files") }
    }

    @Test func `no type has more than 500 lines of code with its extensions`() {
        let header = /^(?:@\w+ |\w+ )*(?:struct|class|enum|extension|protocol|actor) (\w+)/
        var sizes: [String: Int] = [:]
        for file in House.sources {
            var type: Substring?
            for line in file.code {
                type = line.firstMatch(of: header)?.1 ?? type
                if let type, !line.trimmed.isEmpty { sizes["\(file.target) \(type)", default: 0] += 1 }
                if line.hasPrefix("}") { type = nil }
            }
        }
        let large = sizes.filter { $0.value > 500 }
        #expect(large.isEmpty, "\(sizes.sorted { $0.value > $1.value }.prefix(3))")
    }

    @Test func `no function is longer than 40 lines, except the listed ones`() {
        var unused = Set(Self.longFunctions.keys)
        for declaration in House.declarations
        where ["func", "init", "subscript", "var"].contains(declaration.keyword) && declaration.body.count > 40 {
            let name = "\(declaration.path) \(declaration.name)"
            unused.remove(name)
            #expect(Self.longFunctions[name] != nil, "\(declaration.place): \(declaration.body.count) lines")
        }
        #expect(unused.isEmpty, "listed, but short enough: \(unused)")
    }
}
