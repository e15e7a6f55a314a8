import Contract
import TestSupport
import Testing

/// The replies to every kind of call, byte for byte as they were recorded.
///
/// Sentences and the values that differ between two runs are masked (`MessageMask`). To record anew, see
/// docs/internals/testing.md.
@Suite struct CorpusTests {
    @Test(arguments: CorpusScene.all.map(\.name))
    func `every reply of a scene is the recorded one, apart from sentences`(_ name: String) throws {
        let scene = try #require(CorpusScene.all.first { $0.name == name })
        if scene.needsRoot, !OtherUser.isPossible(for: "the recorded replies to another user") { return }
        let recorder = CorpusRecorder()
        try scene.play(recorder)
        if CorpusRecorder.isRecording { try recorder.write(name) }
        let difference = CorpusRecorder.difference(recorder.lines, from: try CorpusRecorder.recorded(name))
        #expect(difference == nil, "\(name): \(difference ?? "")")
        var judge = MessageJudge(try ServedInterfaces.shared.get())
        judge.judge(try Exchange.all(in: recorder.tap.messages))
        #expect(judge.faults.isEmpty, "\(name): \(judge.faults.prefix(3).joined(separator: "\n"))")
    }

    // MARK: What the corpus covers

    /// The recorded messages, parsed.
    private struct Corpus {
        private(set) var calls: [JSONTree] = []
        /// The replies, each with the call that it answers.
        private(set) var replies: [(method: String, message: JSONTree)] = []

        init() throws {
            for scene in CorpusScene.all {
                var pending: [Substring: [String]] = [:]
                for line in try CorpusRecorder.recorded(scene.name) {
                    let parts = line.split(separator: " ", maxSplits: 2)
                    let message = try JSONTree(parsing: Array(parts[2].utf8))
                    if parts[1] == ">" {
                        calls.append(message)
                        pending[parts[0], default: []].append(message["method"].text)
                    } else {
                        let method = try #require(pending[parts[0]]?.first, "\(scene.name): a reply without a call")
                        if message["continues"] == nil { pending[parts[0]]?.removeFirst() }
                        replies.append((method, message))
                    }
                }
            }
        }
    }

    @Test func `the corpus has a reply with every code that can be reached`() throws {
        var codes: Set<String> = []
        for reply in try Corpus().replies { codes.insert(reply.message["parameters.outcome.code"].text) }
        let reachable = OutcomeCode.allCases.map(\.rawValue).filter { CodesTests.unreachable[$0] == nil }
        #expect(Set(reachable).subtracting(codes) == CodesTests.ofManagersAndBuses)
    }

    /// Methods whose answers differ from run to run, with the tests that have them.
    private static let unsentMethods = [
        "io.deeplinkd.Monitor.Metrics": "MetricsTests", "io.systemd.Metrics.List": "the same",
    ]

    @Test func `the corpus has a call of every method that the daemon describes, answered without an error`() throws {
        let answered = Set(try Corpus().replies.filter { $0.message["error"] == nil }.map(\.method))
        let missing = Set(try ServedInterfaces.shared.get().methods.map(\.name)).subtracting(answered)
        #expect(
            missing == Set(Self.unsentMethods.keys),
            "call them in a scene of CorpusScene.swift, so that they succeed: \(missing.sorted())")
    }

    /// Errors that no daemon of the corpus sends, with the reasons.
    private static let unsentErrors = ["org.varlink.service.ExpectedUpgrade": "no method supports upgrades"]

    @Test func `the corpus has every error of the interfaces that the daemon describes`() throws {
        let sent = Set(try Corpus().replies.map { $0.message["error"].text })
        let missing = try ServedInterfaces.shared.get().errors.subtracting(sent)
        let help = "provoke them in a scene of CorpusScene.swift, or list them in unsentErrors with the reason"
        #expect(missing == Set(Self.unsentErrors.keys), "\(help): \(missing.sorted())")
    }

    /// Members of types that no reply of the corpus has, with the reasons.
    private static let unsentMembers: [String: String] = [
        "Outcome.via": "takes a redirect: RedirectTests",
        "Outcome.interceptors": "takes interceptors: InterceptorTests",
        "Outcome.instead": "takes a table of its own: InsteadTests", "Instead.outcomeId": "the same",
        "Instead.feature": "the same", "Instead.action": "the same", "Instead.code": "the same",
        "Instead.message": "the same",
        "Question.action": "a question about a link: ConfirmationNoticeTests", "Question.inputs": "the same",
        "Status.removed": "Status lists all products, and Watch those that are gone",
        "Open.waitMs": "waits: WaitingTests", "Authorise.inputs": "as those of Open: AuthorisationTests",
        "Candidate.pattern": "takes a route with several patterns: SeveralPatternsTests",
        "Candidate.because": "takes two routes with one link: ExplainByDaemonTests",
        "Evidence.note": "takes a message bus or a policy: AdaptersTests",
        "StartTrial.lengthMs": "a trial that was begun before: PurchasesTests",
        "Table.next": "takes 65 routes, or a long text: TablePagesTests",
        "Route.unlisted": "takes a route that is too long for a reply: TableContentsTests",
        "List.next": "takes 257 features: FeaturePageTests",
        "Feature.unlisted": "takes a feature that is too long for a reply: ReplyShortenedTests",
        "Check.trusted": "takes an action with a trusted program: CheckByDaemonTests",
        "Check.withheldBy": "takes a user instance, and tables of the machine: BootedHostTests",
        "TableState.withheldBy": "takes a user instance, and tables of the machine: BootedHostTests",
        "Execution.app": "takes a service manager", "Execution.unit": "the same", "Execution.job": "the same",
        "Execution.unitResult": "the same",
        "Execution.status": "takes an HTTP service: HTTPActionTests", "Execution.attempts": "the same",
        "Execution.retryAfterMs": "the same", "Open.traceparent": "the same",
        "Link.traceparent": "a link of a trace: TracingTests",
        "Metrics.text": "its numbers differ: MetricsTests", "List.name": "the same", "List.value": "the same",
        "List.object": "the same", "List.fields": "the same",
        "Open.hops": "takes a link that was handed on: HandedOnTests", "Open.with": "the same",
        "Outcome.cached": "takes a service: CacheTests", "Cached.ageMs": "the same", "Cached.stale": "the same",
        "Status.cache": "the same", "Cache.answers": "the same", "Cache.bytes": "the same",
        "TimelineEntry.sourcesUs": "takes a source that is asked", "TimelineEntry.waitedUs": "takes a wait",
        "TimelineEntry.queuedUs": "takes a queue", "TimelineEntry.link": "takes a link that is seen while it waits",
        "TimelineEntry.missing": "takes an entry that is gone: TimelineTests",
        "Status.timelineFault": "takes a disk without room: DiskDrills",
        "Status.lostLines": "takes a dead log: LogDrills",
        "Status.undecided": "takes a doubtful link: SpendingTests", "Reservation.outcomeId": "the same",
        "Reservation.startedMs": "the same", "Reservation.uid": "the same", "Reservation.subject": "the same",
        "Reservation.feature": "the same", "Reservation.action": "the same", "Reservation.units": "the same",
        "ReservedUnits.product": "the same", "ReservedUnits.units": "the same", "Purchase.reserved": "the same",
        "Explain.spends": "the same",
        "Status.interrupted": "takes the daemon's death: InterruptedLinkTests", "InterruptedLink.outcomeId": "the same",
        "InterruptedLink.startedMs": "the same", "InterruptedLink.route": "the same",
        "InterruptedLink.feature": "the same", "InterruptedLink.action": "the same", "InterruptedLink.uid": "the same",
        "InterruptedLink.subject": "the same",
        "Audit.after": "takes an audit: AuditTests", "Audit.sinceMs": "the same",
        "Audit.next": "the same",
        "AuditRow.number": "the same", "AuditRow.timeMs": "the same", "AuditRow.uid": "the same",
        "AuditRow.pid": "the same", "AuditRow.unit": "the same", "AuditRow.program": "the same",
        "AuditRow.method": "the same", "AuditRow.subject": "the same", "AuditRow.kind": "the same",
        "AuditRow.name": "the same", "AuditRow.old": "the same", "AuditRow.new": "the same",
        "AuditRow.chain": "the same",
        "LedgerContents.copy": "of a backup alone: LedgerCareCommandTests",
        "LedgerContents.changedMs": "takes a change: the same",
        "LedgerContents.faults": "takes a damaged ledger: the same",
        "Ledger.unreadable": "takes a ledger of a later version: LedgerOpeningTests",
        "Ledger.aheadMs": "takes a ledger that was written in the future: LedgerTimeTests",
    ]

    @Test func `the corpus has every member of every type, method and error that the interfaces declare`() throws {
        var declared: Set<String> = []
        var seen: Set<String> = []
        let corpus = try Corpus()
        for (interface, idl) in try ServedInterfaces.shared.get().interfaces {
            for (name, type) in idl.types {
                if case .structure(let fields) = type { declared.formUnion(fields.map { "\(name).\($0.name)" }) }
            }
            for (name, method) in idl.methods {
                declared.formUnion((method.inputs + method.outputs).map { "\(name).\($0.name)" })
            }
            for (name, fields) in idl.errors { declared.formUnion(fields.map { "\(name).\($0.name)" }) }
            let prefix = interface + "."
            for call in corpus.calls where call["method"].text.hasPrefix(prefix) {
                let name = String(call["method"].text.dropFirst(prefix.count))
                note(call["parameters"], idl.methods[name]?.inputs ?? [], of: name, idl, &seen)
            }
            for (method, message) in corpus.replies {
                if message["error"].text.hasPrefix(prefix) {
                    let name = String(message["error"].text.dropFirst(prefix.count))
                    note(message["parameters"], idl.errors[name] ?? [], of: name, idl, &seen)
                } else if message["error"] == nil, method.hasPrefix(prefix) {
                    let name = String(method.dropFirst(prefix.count))
                    note(message["parameters"], idl.methods[name]?.outputs ?? [], of: name, idl, &seen)
                }
            }
        }
        let missing = declared.subtracting(seen)
        let help = "provoke them in a scene of CorpusScene.swift, or list them in unsentMembers with the reason"
        #expect(missing == Set(Self.unsentMembers.keys), "\(help): \(missing.sorted())")
    }

    /// Notes which of the fields an object has, and those of the objects in it.
    private func note(
        _ value: JSONTree?, _ fields: [IDL.Field], of owner: String, _ idl: IDL, _ seen: inout Set<String>
    ) {
        for field in fields {
            guard let member = value?[field.name] else { continue }
            seen.insert("\(owner).\(field.name)")
            var kind = field.kind
            while true {
                switch kind {
                case .optional(let inner), .array(let inner):
                    kind = inner
                    continue
                case .named(let name):
                    guard case .structure(let inner)? = idl.types[name] else { break }
                    for element in member.elements + [member] { note(element, inner, of: name, idl, &seen) }
                case .bool, .int, .string, .object: break
                }
                break
            }
        }
    }
}
