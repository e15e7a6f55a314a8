import Testing

struct KindWordTests {
    /// Files of the core that have such a word in a text, with the reasons.
    private static let exceptions: [String: String] = {
        let wire = "the words of the wire, which clients read and which stay as they are"
        let files = [
            "Contract/Methods/Dispatch.swift": wire, "Contract/Methods/Monitor.swift": wire,
            "Contract/Methods/Service.swift": wire, "Contract/Outcomes/Actor.swift": wire,
            "Contract/Outcomes/ConstraintReport.swift": wire, "Contract/Outcomes/Execution.swift": wire,
            "Contract/Outcomes/OutcomeCode.swift": wire, "Contract/Outcomes/Remedy.swift": wire,
            "Contract/Outcomes/RemedyReport.swift": wire,
            "Contract/Reports/ActionPreview.swift": wire, "Contract/Reports/CheckReport.swift": wire,
            "Contract/Reports/HostFinding.swift": wire, "Tables/Checking/CheckText.swift": wire,
            "Ledger/Files/LedgerReserve.swift": "the end of a file's name, for a trial of the disk",
            "Routing/Loading/Performers/ProgramReader.swift": "the name of a drop-in",
            "Routing/Loading/Vocabulary/ActionLimit.swift": "the form of a line of actions that a wing reads",
        ]
        return Dictionary(uniqueKeysWithValues: files.map { ("Sources/Core/" + $0, $1) })
    }()

    @Test func `no text of the core has the word of a kind that a wing brings`() {
        // Simple boundaries: `exec.conf` has the word too.
        let words =
            /(?i)\b(purchase|product|licence|trial|issuer|permission|consent|channel|subscriber|exec|polkit)s?\b/
        let pattern = words.wordBoundaryKind(.simple)
        var found: Set<String> = []
        for file in House.sources where file.path.hasPrefix("Sources/Core/") {
            for (line, code) in zip(file.lines, file.code) where !line.trimmed.hasPrefix("//") {
                // What the code has blanked is a text, or a comment behind code.
                let texts = String(zip(line, code).map { $0 == $1 ? " " : $0 })
                guard let word = texts.firstMatch(of: pattern)?.1 else { continue }
                found.insert(file.path)
                #expect(Self.exceptions[file.path] != nil, "\(file.path): \(word)")
            }
        }
        #expect(found == Set(Self.exceptions.keys), "not needed: \(Set(Self.exceptions.keys).subtracting(found))")
    }
}
