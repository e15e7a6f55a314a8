import Foundation
import Testing

struct ForbiddenTests {
    /// Words that the code of Sources must not contain, with the reasons.
    private static let code: [(pattern: String, reason: String)] = [
        (#"\bfatalError\b"#, "a bug is a precondition with a sentence"),
        (#"\btry!"#, "no byte string may trap the process"),
        (#"\bas!"#, "no byte string may trap the process"),
        (#"@unchecked\b"#, "what is shared between threads is proved, not promised"),
        (#"\bnonisolated\(unsafe\)"#, "what is shared between threads is proved, not promised"),
        (#"\b(Task|MainActor|DispatchQueue)\b|\bactor [A-Z]\w* *[:{]"#, "everything lives on the loop's thread"),
        (#"#warning|#error"#, "what is left to do is an issue"),
    ]

    /// Texts that no file may contain, comments and strings included.
    private static let text: [(pattern: String, reason: String)] = [
        (#"\b(TODO|FIXME|XXX|HACK)\b"#, "what is left to do is an issue"),
        (#"(^|[^\w.*~/$}])/(work|home|root|Users|mnt)/"#, "a path of one machine"),
        (#"/tmp/(wt|build)\b"#, "a path of one machine"),
        (
            #"\b(pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org|proxy\.golang\.org|crates\.io|docker\.io|ghcr\.io)\b"#,
            "a registry; its client knows where it is"
        ),
    ]

    @Test func `no code contains a forbidden word`() throws {
        for (pattern, reason) in Self.code {
            let regex = try Regex(pattern)
            for file in House.sources { expectNone(of: regex, in: file.code, of: file.path, reason) }
        }
    }

    @Test func `only a channel starts a program without a proof`() {
        let starts = /\bProgramStarter\b|\bprograms\.start\(/
        let files = Set(
            House.sources.filter { $0.code.joined(separator: "\n").contains(starts) }
                .compactMap { $0.path.split(separator: "/").last.map(String.init) })
        // `launch` uses a proof up before.
        let others: Set = ["WingService.swift", "Server.swift", "ProgramRunner.swift", "LaunchRunner.swift"]
        #expect(files == others.union(["ChannelRunner.swift"]))
    }

    @Test func `tests start programs without Foundation, whose thread can wait for a running one for ever`() throws {
        let regex = try Regex(#"\bProcess\(\)"#)
        for path in House.files where path.hasPrefix("Tests/") && path.hasSuffix(".swift") {
            let lines = House.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            expectNone(of: regex, in: lines.map(String.init), of: path, "use ChildProgram of TestSupport")
        }
    }

    /// Files that choose the code of an outcome beside `OutcomeMapping.swift`, with the reasons.
    private static let outcomeMakers: [String: String] = [
        "Sources/Core/Contract/Wire/PreparedReply.swift": "the pieces of a reply are cut from an outcome with marks",
        "Sources/Core/Routing/Decision/OutcomeDraft.swift": "what is known of an outcome before the result",
        "Sources/Core/Serving/Opening/KeptOutcome.swift": "a repeated outcome has a code of its own",
    ]

    @Test func `errors become outcomes in OutcomeMapping alone`() {
        let makes = #/\bOutcome\((\.|$)|\boutcome\.code = \./#.anchorsMatchLineEndings()
        let makers = House.sources.filter { $0.code.joined(separator: "\n").contains(makes) }.map(\.path)
        #expect(Set(makers) == Set(Self.outcomeMakers.keys))
    }

    @Test func `no file contains a forbidden text`() throws {
        for (pattern, reason) in Self.text {
            let regex = try Regex(pattern)
            for path in House.files where !path.hasSuffix("HouseTests/ForbiddenTests.swift") {
                let lines = House.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
                expectNone(of: regex, in: lines.map(String.init), of: path, reason)
            }
        }
    }

    private func expectNone(of regex: Regex<AnyRegexOutput>, in lines: [String], of path: String, _ reason: String) {
        // A search of the whole file is many times faster than one of each line.
        guard lines.joined(separator: "\n").contains(regex.anchorsMatchLineEndings()) else { return }
        for (index, line) in lines.enumerated() where line.contains(regex) {
            Issue.record("\(path):\(index + 1): \(line.trimmed): \(reason)")
        }
    }
}
