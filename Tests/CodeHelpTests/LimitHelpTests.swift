import Conf
import Contract
import Foundation
import Matching
import Routing
import TestTables
import Testing
import deeplinkctl

/// The limits of docs/language.md, compared with the source: a limit that a user can meet and that the page lacks fails here.
@Suite struct LimitHelpTests {
    private static let settable = ManualTopic.limits.groups.first?.entries ?? []
    private static let explained = ManualTopic.limits.groups.dropFirst().flatMap(\.entries)

    /// The limits of the page, in its order.
    private static let amounts: [(member: String, amount: LimitAmount)] = [
        ("urlBytes", .bytes(Limits.urlBytes)), ("mostURLBytes", .bytes(Limits.mostURLBytes)),
        ("segments", .count(Limits.segments)), ("mostSegments", .count(Limits.mostSegments)),
        ("queryItems", .count(Limits.queryItems)), ("mostQueryItems", .count(Limits.mostQueryItems)),
        ("hostBytes", .bytes(Limits.hostBytes)), ("labelBytes", .bytes(Limits.labelBytes)),
        ("linkScopes", .count(Limits.linkScopes)), ("tableBytes", .bytes(Limits.tableBytes)),
        ("tableFiles", .count(Limits.tableFiles)), ("tableStatements", .count(Limits.tableStatements)),
        ("tableWords", .count(Limits.tableWords)), ("fullPackages", .count(Limits.fullPackages)),
        ("folderNames", .count(Limits.folderNames)), ("dataFolders", .count(Limits.dataFolders)),
        ("includeDepth", .count(Limits.includeDepth)),
        ("wordBytes", .bytes(Limits.wordBytes)), ("lineWords", .count(Limits.lineWords)),
        ("nesting", .count(Limits.nesting)), ("diagnostics", .count(Limits.diagnostics)),
        ("overlapsPerRoute", .count(Limits.overlapsPerRoute)), ("precedenceBytes", .count(Limits.precedenceBytes)),
        ("mostWidth", .count(Limits.mostWidth)), ("shadowKinds", .count(Limits.shadowKinds)),
        ("shadowExampleBytes", .bytes(Limits.shadowExampleBytes)), ("captures", .count(Limits.captures)),
        ("patternsOfRoute", .count(Limits.patternsOfRoute)), ("tablePatterns", .count(Limits.tablePatterns)),
        ("routeKeys", .count(Limits.routeKeys)), ("inputs", .count(Limits.inputs)),
        ("languagesOfText", .count(Limits.languagesOfText)), ("usageCharacters", .count(Limits.usageCharacters)),
        ("confirmationBytes", .bytes(Limits.confirmationBytes)),
        ("confirmationValueCharacters", .count(Limits.confirmationValueCharacters)),
        ("actionTimeout", .time(Limits.actionTimeout)), ("longestActionTime", .time(Limits.longestActionTime)),
        ("actionOutputBytes", .bytes(Limits.actionOutputBytes)),
        ("mostActionOutputBytes", .bytes(Limits.mostActionOutputBytes)), ("killGrace", .time(Limits.killGrace)),
        ("mostAtOnce", .count(Limits.mostAtOnce)), ("mostQueued", .count(Limits.mostQueued)),
        ("longestTurn", .time(Limits.longestTurn)),
        ("refusalSentenceBytes", .bytes(Limits.refusalSentenceBytes)),
        ("runningPrograms", .count(Limits.runningPrograms)),
        ("runningProgramsPerUser", .count(Limits.runningProgramsPerUser)),
        ("detachedProgramsPerUser", .count(Limits.detachedProgramsPerUser)),
        ("outwardCalls", .count(Limits.outwardCalls)), ("outwardCallsPerUser", .count(Limits.outwardCallsPerUser)),
        ("mostRetries", .count(Limits.mostRetries)),
        ("outwardAnswerBytes", .bytes(Limits.outwardAnswerBytes)),
        ("outwardReasonBytes", .bytes(Limits.outwardReasonBytes)),
        ("outwardDetailBytes", .bytes(Limits.outwardDetailBytes)), ("cacheBytes", .bytes(Limits.cacheBytes)),
        ("cacheBytesPerUser", .bytes(Limits.cacheBytesPerUser)),
        ("cacheAnswerBytes", .bytes(Limits.cacheAnswerBytes)),
        ("longestCacheTime", .time(Limits.longestCacheTime)), ("callBytes", .bytes(Limits.callBytes)),
        ("messageBytes", .bytes(Limits.messageBytes)),
        ("unsentBytesPerConnection", .bytes(Limits.unsentBytesPerConnection)),
        ("unsentBytesPerUser", .bytes(Limits.unsentBytesPerUser)), ("unsentBytes", .bytes(Limits.unsentBytes)),
        ("connections", .count(Limits.connections)), ("fewestConnections", .count(Limits.fewestConnections)),
        ("mostConnections", .count(Limits.mostConnections)),
        ("connectionsPerUser", .count(Limits.connectionsPerUser)),
        ("connectionsPerSecond", .count(Limits.connectionsPerSecond)),
        ("connectionsAtOnce", .count(Limits.connectionsAtOnce)),
        ("connectionsForOperators", .count(Limits.connectionsForOperators)),
        ("mostCallsPerSecond", .count(Limits.mostCallsPerSecond)),
        ("callsInFlightPerUser", .count(Limits.callsInFlightPerUser)), ("idleTime", .time(Limits.idleTime)),
        ("featuresPerPage", .count(Limits.featuresPerPage)), ("routesPerPage", .count(Limits.routesPerPage)),
        ("watchInterval", .time(Limits.watchInterval)), ("bindingLifetime", .time(Limits.bindingLifetime)),
        ("interceptorTime", .time(Limits.interceptorTime)), ("observersPerUser", .count(Limits.observersPerUser)),
        ("hops", .count(Limits.hops)), ("hopMemory", .time(Limits.hopMemory)),
        ("handOffMemory", .time(Limits.handOffMemory)), ("recentHandOffs", .count(Limits.recentHandOffs)),
        ("languages", .count(Limits.languages)), ("bindingsPerConnection", .count(Limits.bindingsPerConnection)),
        ("bindingBytesPerUser", .bytes(Limits.bindingBytesPerUser)), ("longestWait", .time(Limits.longestWait)),
        ("overrideTime", .time(Limits.overrideTime)), ("overrideTimeLimit", .time(Limits.overrideTimeLimit)),
        ("overrides", .count(Limits.overrides)), ("sourceDeadline", .time(Limits.sourceDeadline)),
        ("sourceLifetime", .time(Limits.sourceLifetime)), ("sourceRetry", .time(Limits.sourceRetry)),
        ("longestSourceGrace", .time(Limits.longestSourceGrace)), ("factFileBytes", .bytes(Limits.factFileBytes)),
        ("sourceReplyBytes", .bytes(Limits.sourceReplyBytes)), ("noteBytes", .bytes(Limits.noteBytes)),
        ("policyFileBytes", .bytes(Limits.policyFileBytes)), ("promptsPerWindow", .count(Limits.promptsPerWindow)),
        ("promptWindow", .time(Limits.promptWindow)), ("machinePace", .time(Limits.machinePace)),
        ("humanPace", .time(Limits.humanPace)), ("denialRest", .time(Limits.denialRest)),
        ("channelCapacity", .count(Limits.channelCapacity)), ("channelLifetime", .time(Limits.channelLifetime)),
        ("longestChannelLifetime", .time(Limits.longestChannelLifetime)),
        ("acknowledgeTime", .time(Limits.acknowledgeTime)),
        ("unacknowledgedLinks", .count(Limits.unacknowledgedLinks)),
        ("missedDeadlines", .count(Limits.missedDeadlines)),
        ("acknowledgementReason", .bytes(Limits.acknowledgementReason)),
        ("activationTokenBytes", .bytes(Limits.activationTokenBytes)),
        ("subscriptionsPerUser", .count(Limits.subscriptionsPerUser)),
        ("channelBytesPerUser", .bytes(Limits.channelBytesPerUser)),
        ("heldLinksPerUser", .count(Limits.heldLinksPerUser)),
        ("durableLinkBytesPerUser", .bytes(Limits.durableLinkBytesPerUser)),
        ("restartBytes", .bytes(Limits.restartBytes)),
        ("starterRetry", .time(Limits.starterRetry)), ("starterLongestRetry", .time(Limits.starterLongestRetry)),
        ("licenceBytes", .bytes(Limits.licenceBytes)), ("productsPerLicence", .count(Limits.productsPerLicence)),
        ("audiencesPerLicence", .count(Limits.audiencesPerLicence)),
        ("licenceNameBytes", .bytes(Limits.licenceNameBytes)), ("unitsPerLicence", .count(Limits.unitsPerLicence)),
        ("licenceClockLeeway", .time(Limits.licenceClockLeeway)), ("keyFileBytes", .bytes(Limits.keyFileBytes)),
        ("keysPerIssuer", .count(Limits.keysPerIssuer)), ("longestTrial", .time(Limits.longestTrial)),
        ("licencesPerCall", .count(Limits.licencesPerCall)),
        ("licenceBytesPerCall", .bytes(Limits.licenceBytesPerCall)),
        ("licencesPerSubject", .count(Limits.licencesPerSubject)),
        ("licenceBytesPerSubject", .bytes(Limits.licenceBytesPerSubject)),
        ("reservationsPerSubject", .count(Limits.reservationsPerSubject)),
        ("metricSeries", .count(Limits.metricSeries)),
        ("longestTimeline", .time(Limits.longestTimeline)), ("timelineBytes", .bytes(Limits.timelineBytes)),
        ("timelineFileBytes", .bytes(Limits.timelineFileBytes)),
        ("longestAudit", .time(Limits.longestAudit)), ("auditRows", .count(Limits.auditRows)),
        ("auditPage", .count(Limits.auditPage)),
        ("tracingSpans", .count(Limits.tracingSpans)), ("tracingDelay", .time(Limits.tracingDelay)),
        ("idempotencyLifetime", .time(Limits.idempotencyLifetime)),
        ("idempotencyKeysPerSubject", .count(Limits.idempotencyKeysPerSubject)),
        ("idempotencyBytesPerCaller", .bytes(Limits.idempotencyBytesPerCaller)),
        ("subjectsPerDelegate", .count(Limits.subjectsPerDelegate)),
        ("factBytesPerCaller", .bytes(Limits.factBytesPerCaller)),
        ("ledgerTextBytes", .bytes(Limits.ledgerTextBytes)), ("ledgerHistory", .count(Limits.ledgerHistory)),
        ("interruptedLinks", .count(Limits.interruptedLinks)), ("interruptedTime", .time(Limits.interruptedTime)),
        ("ledgerCopies", .count(Limits.ledgerCopies)), ("clockSkew", .time(Limits.clockSkew)),
        ("logBytes", .bytes(Limits.logBytes)),
    ]

    /// Members that are no entries, with the reason.
    private static let others: [String: String] = [
        "answerBytes": "equal to messageBytes", "auditDays": "a default, which the section of `keep` names",
        "turnTime": pace, "sliceTime": pace, "callsPerTurn": pace,
        "readAheadBytes": pace, "unsentBytesOfReaders": pace, "pageBytes": pace, "namesBytesPerFeature": pace,
        "linkStepsPerWrite": pace, "licencesPerReading": pace, "ledgerCopyChunk": pace, "waitPoll": pace,
        "flowWork": pace, "subordinateFileBytes": host, "subordinateRetry": host, "processGenerations": host,
        "routesOfNamedAction": "only makes the report of a named action shorter", "platformGrace": host,
        "sourceLongestRetry": "doubles sourceRetry for a source that no call asks", "announcedQuestions": pace,
        "subjectQuestions": "what is above it is asked again", "killTime": process, "leftoverTime": process,
        "unattributedLeftovers": process, "descriptorsPerProgram": descriptors, "otherDescriptors": descriptors,
        "descriptors": descriptors, "clockLeap": upkeep, "ledgerUpkeep": upkeep, "licenceStartTime": upkeep,
        "descriptionTime": host, "refreshPause": pace, "keptConnections": descriptors,
        "loadTime": upkeep, "allKeptConnections": descriptors, "clockStateInterval": upkeep, "logEndTime": upkeep,
    ]
    private static let pace = "how the daemon divides its work; nothing is refused"
    private static let host = "how the daemon looks at its host; nothing is refused"
    private static let process = "how the daemon ends processes"
    private static let descriptors = "the sum behind LimitNOFILE= of the units"
    private static let upkeep = "how often the daemon does its own upkeep"

    private static func text(ofFolder folder: String, prefix: String = "") throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: ManualPageTests.root + "/" + folder)
            .filter { $0.hasPrefix(prefix) }
        return try names.map { try String(contentsOfFile: "\(ManualPageTests.root)/\(folder)/\($0)", encoding: .utf8) }
            .joined()
    }

    @Test func `every limit of the source has an entry, or a reason why it needs none`() throws {
        let source = try Self.text(ofFolder: "Sources/Core/Contract/Limits", prefix: "Limits")
        let members = source.matches(of: /package static let (\w+)/).map { String($0.1) }
        let named = Self.explained.map(\.name)
        #expect(members.count > 100 && named.count == Set(named).count, "each is explained once")
        #expect(Set(named).isDisjoint(with: Self.others.keys))
        #expect(Set(named + Self.others.keys) == Set(members))
    }

    @Test func `an entry shows the number of the member that it names`() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let pairs = source.matches(of: /\("(\w+)", \.\w+\(Limits\.(\w+)\)\)/)
        #expect(pairs.count == Self.amounts.count && pairs.allSatisfy { $0.1 == $0.2 }, "each is that of its name")
        #expect(Self.amounts.map(\.member) == Self.explained.map(\.name))
        for (entry, amount) in zip(Self.explained, Self.amounts) {
            #expect(entry.text == amount.amount.text, "docs/language.md: \(entry.name)")
        }
    }

    @Test func `a text has the number of the limit that it is about`() {
        let pages = [ManualPage.codes.text, ManualPage.language.text].map(ManualPageTests.joined)
        func seconds(_ time: Duration) -> Int64 { time.components.seconds }
        for sentence in [
            "Blocks may be nested \(Limits.nesting) deep.", "One word has at most \(Limits.wordBytes) bytes.",
            "up to \(Limits.includeDepth) deep. Include the last file",
            "its \(seconds(Limits.bindingLifetime)) seconds are over",
            "Blocks stand in blocks, at most \(Limits.nesting) deep.",
            "Includes nest \(Limits.includeDepth) deep. A table has at most \(Limits.tableFiles) files.",
            "1 to \(Limits.heldLinksPerUser) links, 1ms to \(seconds(Limits.longestChannelLifetime) / 86_400)d.",
            "the first \(Limits.confirmationValueCharacters) characters are shown.",
            "at most \(Limits.inputs) of an action.",
            "A user runs at most \(Limits.runningProgramsPerUser) programs at once.",
            "A user has at most \(Limits.detachedProgramsPerUser) such programs.",
            "Each pattern has at most \(Limits.captures) captures;", "at most \(Limits.patternsOfRoute) patterns.",
            "at most \(Limits.routeKeys) of a route,",
            "Repeatable; the lists of a group have at most \(Limits.routeKeys) keys.",
            "Two keys or more. Repeatable; the lists of a group have at most \(Limits.routeKeys) keys.",
            "at most \(Limits.keysPerIssuer) keys, in files",
            "default: \(seconds(Limits.actionTimeout))s. * limits: Once; 1ms to \(seconds(Limits.longestActionTime) / 3600)h",
            "default: \(Limits.actionOutputBytes >> 10)k. * limits: Once; up to \(Limits.mostActionOutputBytes >> 20)m,",
            "`hold \(Limits.channelCapacity) for \(seconds(Limits.channelLifetime) / 60)m`.",
            "default: \(seconds(Limits.acknowledgeTime))s. * limits: Once, in `held` channels;",
            "1ms to \(seconds(Limits.longestTrial) / 86_400)d.",
            "They are kept for \(Limits.auditDays) days.", "1 to \(seconds(Limits.longestAudit) / 86_400) days.",
            "1 to \(seconds(Limits.longestTimeline) / 86_400) days, and \(Limits.timelineFileBytes >> 20) MiB.",
            "grace of at most \(seconds(Limits.longestSourceGrace) / 3600)h.",
        ] {
            #expect(pages.contains { $0.contains(sentence) }, "\(sentence)")
        }
    }

    @Test func `every limit that a table may set has a section`() {
        #expect(Self.settable.map(\.title) == TableLimit.allCases.map { "`limit \($0.rawValue)`" })
    }

    /// The number without a line of the table.
    private static func standard(_ limit: TableLimit) -> String {
        switch limit {
        case .url: "\(Limits.urlBytes)"
        case .segments: "\(Limits.segments)"
        case .items: "\(Limits.queryItems)"
        case .width:
            "\(RouteIndexBuilder.widthLimit); the table is refused beyond it, and `check` warns above "
                + "\(RouteIndexBuilder.widthWarning)"
        case .connections: "\(Limits.connections)"
        case .connectionsPerUser: "\(Limits.connectionsPerUser)"
        case .callsPerSecond: "any number"
        }
    }

    @Test(arguments: TableLimit.allCases) func `a table may set a limit to what the manual names`(
        _ limit: TableLimit
    ) throws {
        let entry = try #require(Self.settable.first { $0.name == limit.rawValue })
        #expect(entry.forms == ["limit \(limit.rawValue) NUMBER"])
        #expect(entry.example == "limit \(limit.rawValue) \(limit.range.upperBound)")
        #expect(entry.row("default") == Self.standard(limit))
        #expect(entry.row("bounds") == "\(limit.range.lowerBound) to \(limit.range.upperBound)")
        #expect(Self.explained.contains { $0.row("table") == "`limit \(limit.rawValue)`" })
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

/// A number with its unit.
private enum LimitAmount {
    case count(Int)
    case bytes(Int)
    case time(Duration)

    /// As people write it: `8,192`, `64 KiB`, `10 s`.
    var text: String {
        switch self {
        case .count(let count): Self.grouped(count)
        case .bytes(let bytes):
            switch bytes {
            case _ where bytes >= 1 << 20 && bytes % (1 << 20) == 0: "\(bytes >> 20) MiB"
            case _ where bytes >= 1 << 14 && bytes % (1 << 10) == 0: "\(bytes >> 10) KiB"
            default: Self.grouped(bytes) + " bytes"
            }
        case .time(let time): Self.text(of: time)
        }
    }

    private static func text(of time: Duration) -> String {
        let (seconds, rest) = time.components
        guard rest == 0 else { return "\(seconds * 1000 + rest / 1_000_000_000_000_000) ms" }
        if seconds == 3600 { return "1 hour" }
        for (unit, length) in [("days", Int64(86_400)), ("hours", 3600), ("minutes", 60)]
        where seconds % length == 0 && seconds / length > 1 {
            return "\(seconds / length) \(unit)"
        }
        return "\(seconds) s"
    }

    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        return digits.enumerated().map { index, digit in
            (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digit)
        }.joined()
    }
}
