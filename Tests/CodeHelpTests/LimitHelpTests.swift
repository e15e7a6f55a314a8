import Conf
import Contract
import Foundation
import Manual
import Routing
import Testing

/// The manual's limits, compared with the source: a limit that a user can meet and that the manual lacks fails here.
@Suite struct LimitHelpTests {
    private static let explained = LimitHelp.groups.flatMap(\.limits)

    /// Members that are no entries, with the reason.
    private static let others: [String: String] = [
        "answerBytes": "equal to messageBytes", "turnTime": pace, "sliceTime": pace, "callsPerTurn": pace,
        "readAheadBytes": pace, "unsentBytesOfReaders": pace, "pageBytes": pace, "namesBytesPerFeature": pace,
        "linkStepsPerWrite": pace, "licencesPerReading": pace, "ledgerCopyChunk": pace, "waitPoll": pace,
        "flowWork": pace, "subordinateFileBytes": host, "subordinateRetry": host, "processGenerations": host,
        "routesOfNamedAction": "only makes the report of a named action shorter", "platformGrace": host,
        "sourceLongestRetry": "doubles sourceRetry for a source that no call asks", "announcedQuestions": pace,
        "subjectQuestions": "what is above it is asked again", "killTime": process, "leftoverTime": process,
        "unattributedLeftovers": process, "descriptorsPerProgram": descriptors, "otherDescriptors": descriptors,
        "descriptors": descriptors, "clockLeap": upkeep, "ledgerUpkeep": upkeep, "licenceStartTime": upkeep,
        "clockStateInterval": upkeep, "logEndTime": upkeep,
    ]
    private static let pace = "how the daemon divides its work; nothing is refused"
    private static let host = "how the daemon looks at its host; nothing is refused"
    private static let process = "how the daemon ends processes"
    private static let descriptors = "the sum behind LimitNOFILE= of the units"
    private static let upkeep = "how often the daemon does its own upkeep"

    /// The package's folder.
    private static let root = String(#filePath.dropLast("/Tests/CodeHelpTests/LimitHelpTests.swift".count))

    private static func text(ofFolder folder: String, prefix: String = "") throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
            .filter { $0.hasPrefix(prefix) }
        return try names.map { try String(contentsOfFile: "\(root)/\(folder)/\($0)", encoding: .utf8) }.joined()
    }

    @Test func `every limit of the source has an entry, or a reason why it needs none`() throws {
        let source = try Self.text(ofFolder: "Sources/Contract/Limits", prefix: "Limits")
        let members = source.matches(of: /package static let (\w+)/).map { String($0.1) }
        let named = Self.explained.map(\.member)
        #expect(members.count > 100 && named.count == Set(named).count, "each is explained once")
        #expect(Set(named).isDisjoint(with: Self.others.keys))
        #expect(Set(named + Self.others.keys) == Set(members))
    }

    @Test func `an entry shows the number of the member that it names`() throws {
        let source = try Self.text(ofFolder: "Sources/Manual/Limits")
        for limit in Self.explained {
            let call = try Regex("LimitHelp\\(\\s*\"\(limit.member)\", \\.\\w+\\(Limits\\.\(limit.member)\\)")
            #expect(source.contains(call), "\(limit.member)")
        }
        let amounts = Dictionary(uniqueKeysWithValues: Self.explained.map { ($0.member, $0.amount) })
        #expect(amounts["urlBytes"] == "8,192 bytes")
        #expect(amounts["tableBytes"] == "256 MiB")
        #expect(amounts["wordBytes"] == "64 KiB")
        #expect(amounts["watchInterval"] == "100 ms")
        #expect(amounts["overrideTime"] == "1 hour")
        #expect(amounts["humanPace"] == "5 minutes")
        #expect(amounts["longestTrial"] == "366 days")
        #expect(amounts["nesting"] == "32")
    }

    @Test(arguments: TableLimit.allCases) func `a table may set a limit to what the manual names`(_ limit: TableLimit) {
        let groups = ManualTopic.limits.groups
        let entry = groups[0].entries.first { $0.name == limit.rawValue }
        #expect(entry?.rows.map(\.label) == ["default", "bounds"])
        #expect(
            groups.dropFirst().flatMap(\.entries).contains { entry in
                entry.rows.contains { $0.text == "`limit \(limit.rawValue)`" }
            })
        for (value, isTaken) in [(limit.range.upperBound, true), (limit.range.upperBound + 1, false)] {
            let table = """
                limit \(limit.rawValue) \(value)
                scheme s
                feature F {
                    action go {
                        respond
                    }
                    route x /x do go
                }

                """
            let diagnostics = RulesetLoader.load(TableFile(name: "x", bytes: Array(table.utf8))).diagnostics
            #expect(diagnostics.kept.isEmpty == isTaken, "\(diagnostics.kept.map(\.message))")
        }
    }
}
