import Contract
import ExecRules
import Features
import Links
import Testing

@testable import Routing

@Suite struct OutcomeMappingTests {
    private static let table = """
        limit url 200
        limit segments 3
        limit items 2
        scheme s
        host h.example
        deny /denied
        feature F {
            action a {
                input x uint = 1
                input token string? secret
                respond
            }
            route r /r do a {
                query x:uint?
                strict
            }
            route tail /t/** do a {
                except /t/no
            }
            route secret /secret/$(token:hex) do a {
                except /secret/0
            }
            feature G {
                require permission camera
                action b {
                    respond
                }
                route gated /gated do b
            }
        }
        """

    /// What is known of a link's outcome; nil where it does not reach its action.
    private static func draft(_ url: String, in ruleset: Ruleset) -> OutcomeDraft? {
        switch ruleset.pass(Target(url: url), facts: Facts(), caller: Caller(uid: 1000)) {
        case .cleared(let link): link.draft(in: ruleset)
        case .stopped: nil
        }
    }

    private func outcome(_ url: String, _ facts: Facts = Facts()) throws -> Outcome {
        let ruleset = try Tables.ruleset(Self.table)
        return ruleset.pass(Target(url: url), facts: facts, caller: Caller(uid: 1000)).outcome(in: ruleset)
    }

    @Test(arguments: [
        ("r", "rejected.url.invalid", "missingSchemeNonRelativeURL 1"),
        ("https://", "rejected.url.invalid", "hostMissing 8"),
        ("s://" + String(repeating: "a", count: 197), "rejected.url.tooLong", "200 201"),
        ("s://a/b/c/d", "rejected.url.tooManySegments", "3 4"), ("s://r?a&b&c", "rejected.url.tooManyItems", "2 3"),
        ("s://r/%2F", "rejected.url.forbiddenComponent", "path encodedSeparator 6"),
        ("https://u@h.example/", "rejected.url.forbiddenComponent", "userinfo userinfo 9"),
        ("https://h.example./r", "rejected.url.hostNotAllowed", "host trailingDot 17"),
        ("u://r", "rejected.url.schemeNotAllowed", "scheme 0"),
        ("https://i.example/r", "rejected.url.hostNotAllowed", "host 8"),
        ("s://denied", "rejected.route.excluded", ""), ("s://t/no", "rejected.route.excluded", "route tail"),
        ("s://r?x=a", "rejected.input.invalid", "route r key x expected uint"),
        ("s://r?x=1&x=1", "rejected.input.duplicate", "route r key x"),
        ("s://r?z", "rejected.input.unexpected", "route r key z"),
        ("s://gatet", "rejected.route.notFound", "nearest"), ("s://r?x=2", "ok.wouldPerform", ""),
        ("s://gated", "blocked.permission.notDetermined", ""),
    ])
    func `every way to be refused has its code and its evidence`(_ url: String, _ code: String, _ evidence: String)
        throws
    {
        let outcome = try outcome(url)
        #expect(outcome.code.rawValue == code)
        #expect(!outcome.message.isEmpty)
        let found = outcome.rejection
        let words = [
            found?.component, found?.rule, found?.offset.map(String.init), found?.limit.map(String.init),
            found?.amount.map(String.init), found?.route.map { "route \($0)" }, found?.key.map { "key \($0)" },
            found?.expected.map { "expected \($0)" },
        ].compactMap(\.self).joined(separator: " ")
        if evidence == "nearest" {
            #expect(found?.nearest != nil && found?.failure != nil)
        } else {
            #expect(words == evidence)
        }
    }

    @Test func `a refused input names route, feature and action`() throws {
        let outcome = try outcome("s://r?x=a")
        #expect(outcome.route == "r")
        #expect(outcome.feature == "F")
        #expect(outcome.action == "a")
        #expect(outcome.url == "s://r?x=a")
    }

    @Test func `with the intake off nothing is parsed`() throws {
        var facts = Facts()
        facts[.runtime(DeepLinkingFeature.name)] = .off
        for url in ["not a url", "s://r", "https://u@h.example/", String(repeating: "a", count: 10_000), ""] {
            let outcome = try outcome(url, facts)
            #expect(outcome.code == .featureDisabled)
            #expect(outcome.url == nil)
            #expect(outcome.rejection == nil)
            #expect(outcome.feature == DeepLinkingFeature.name)
            #expect(outcome.primary == "runtime:DeepLinking")
        }
        facts[.runtime(DeepLinkingFeature.name)] = .state(.unknown)
        #expect(try self.outcome("not a url", facts).code == .pendingUndetermined)
    }

    @Test(arguments: [
        "s://secret/abc", "s://secret/xyz", "s://secret/0", "s://secret/abc?q=abc#abc", "s://secret/abc/def",
    ])
    func `a secret shows nowhere, be it right or wrong`(_ url: String) throws {
        let outcome = try outcome(url)
        #expect(outcome.url == "s:***")
        #expect(outcome.parameters.allSatisfy { $0.name != "token" || $0.value == .string("***") })
        let shown = "\(outcome)"
        for part in ["abc", "xyz", "def"] { #expect(!shown.contains(part)) }
    }

    @Test func `a blocked link has its route and its parameters`() throws {
        let outcome = try outcome("s://gated")
        #expect(outcome.route == "gated")
        #expect(outcome.feature == "F/G")
        #expect(outcome.primary == "permission:camera")
        #expect(outcome.message.contains("camera"))
        #expect(outcome.tableRevision?.count == 16)
        #expect(outcome.stateRevision == "0.0")
    }

    // MARK: After the gate

    private static let execution = Execution(.exec, duration: .milliseconds(3), exit: .code(0))

    private static func ended(_ exit: Execution.Exit?, isSuccess: Bool) -> Performance {
        .ended(Execution(.exec, duration: .milliseconds(3), exit: exit), isSuccess: isSuccess)
    }

    private static let performances: [(Performance, OutcomeCode)] = [
        (.answered([.init("word", .string("hello"))]), .okPerformed), (.answeredText("hello"), .okPerformed),
        (.launched(execution), .okAccepted),
        (ended(.code(0), isSuccess: true), .okPerformed),
        (ended(.code(3), isSuccess: true), .okPerformed),
        (ended(.code(3), isSuccess: false), .failedExit),
        (ended(.code(0), isSuccess: false), .failedExit),
        (ended(.signal(9), isSuccess: false), .failedSignal),
        (ended(.signal(9), isSuccess: true), .failedSignal),
        (ended(nil, isSuccess: false), .failedInternal),
        (.stopped(execution, .timeout(.seconds(1))), .failedTimeout),
        (.stopped(execution, .deadline(.seconds(1))), .failedTimeout),
        (.stopped(execution, .hangUp), .failedCancelled), (.stopped(execution, .shutdown), .failedCancelled),
        (.notBegun(.deadline(.seconds(1))), .failedTimeout), (.notBegun(.hangUp), .failedCancelled),
        (.notBegun(.shutdown), .failedCancelled),
        (.failed(RunningError(.failedInternal, "The action x is not performed here.")), .failedInternal),
        (.failed(RunningError(.failedVarlink, "The service ended.", execution)), .failedVarlink),
    ]

    @Test func `each result of performing has one code, and the outcome contains what was known of the link`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let draft = try #require(Self.draft("s://r?x=2", in: ruleset))
        for (performance, code) in Self.performances {
            let outcome = Outcome(performance, of: draft)
            #expect(outcome.code == code, "\(performance)")
            #expect(
                outcome.route == "r" && outcome.url == "s://r?x=2" && outcome.parameters == [.init("x", .integer(2))])
            #expect(outcome.stateRevision == "0.0" && outcome.tableRevision == ruleset.revision)
        }
    }

    @Test func `the outcome of an action that was given up says by what, and whether it had begun`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let draft = try #require(Self.draft("s://r?x=2", in: ruleset))
        let causes: [(Interruption, String)] = [
            (.deadline(.seconds(5)), "deadline of 5.0 seconds"), (.hangUp, "caller hung up"),
            (.shutdown, "dispatcher shut"),
        ]
        for (cause, words) in causes {
            let stopped = Outcome(.stopped(Self.execution, cause), of: draft)
            #expect(stopped.message.contains(words) && stopped.message.contains("was stopped"), "\(stopped.message)")
            #expect(stopped.execution == Self.execution)
            let notBegun = Outcome(.notBegun(cause), of: draft)
            #expect(notBegun.message.contains(words) && notBegun.message.contains("not performed"))
            #expect(notBegun.code == stopped.code && notBegun.execution == nil && notBegun.route == "r")
        }
    }

    @Test func `a text that an action answers is in the text, and its inputs are in the result`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let draft = try #require(Self.draft("s://r?x=2", in: ruleset))
        let text = Outcome(.answeredText("hello"), of: draft)
        #expect(text.text == "hello" && text.result == nil)
        let object = Outcome(.answered([.init("x", .integer(2))]), of: draft)
        #expect(object.text == nil && object.result?.members == [.init("x", .integer(2))])
        #expect(Outcome(.answered([]), of: draft).result?.members == [], "no inputs are an object too")
    }

    @Test func `the outcome of a request that may have been performed names its link, route and action`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        func unknown(_ url: String, _ facts: Facts = Facts()) -> Outcome {
            let passage = ruleset.pass(Target(url: url), facts: facts, caller: Caller(uid: 1000))
            return Outcome(RequestError.keyInterrupted, insteadOf: passage.outcome(in: ruleset))
        }
        for url in ["s://r?x=2", "s://gated"] {
            let outcome = unknown(url)
            #expect(outcome.code == .unknownEffect && outcome.url == url && outcome.primary == nil)
            #expect(outcome.tableRevision == ruleset.revision)
            let names = [outcome.route, outcome.feature, outcome.action].compactMap(\.self)
            #expect(names.count == 3)
            for name in names { #expect(outcome.message.contains(name), "\(outcome.message)") }
        }
        #expect(unknown("s://r?x=2").parameters == [.init("x", .integer(2))])
        #expect(unknown("no URL").url == nil)
        var closed = Facts()
        closed[.runtime(DeepLinkingFeature.name)] = .off
        let outcome = unknown("s://r?x=2", closed)
        #expect(outcome.code == .unknownEffect && outcome.url == nil)
        #expect(outcome.feature == nil && outcome.constraints.isEmpty)
    }

    @Test(arguments: [
        // The link, what is not declared, its place, and what was probably meant.
        ("podcst://x", "scheme", 0, "podcast"), ("PODCASTS:x", "scheme", 0, "podcast"),
        ("http://podcast.example/x", "scheme", 0, "https"), ("zebra://x", "scheme", 0, nil),
        ("https://podcast.exmple/x", "host", 8, "podcast.example"),
        ("HTTPS://PODCAST.example:444/x", "host", 8, "podcast.example"),
        ("https://podcast.example:8444/x", "host", 8, "podcast.example"),
        ("https://a.shops.example/x", "host", 8, "*.shop.example"),
        ("https://shop.example/x", "host", 8, "*.shop.example"),
        ("https://evil.test/x", "host", 8, nil),
    ])
    func `a scheme or host that is not declared is named with its place, and with the declared one nearest to it`(
        url: String, component: String, offset: Int, nearest: String?
    ) throws {
        let ruleset = try Tables.ruleset(
            """
            scheme podcast
            host podcast.example *.shop.example
            feature F {
                action a {
                    respond
                }
                route r /x do a
            }
            """)
        guard case .rejected(let outcome) = ruleset.destination(of: url) else {
            Issue.record("no rejection")
            return
        }
        #expect(outcome.code == (component == "scheme" ? .urlSchemeNotAllowed : .urlHostNotAllowed))
        let rejection = try #require(outcome.rejection)
        #expect(rejection.component == component && rejection.offset == offset && rejection.nearest == nearest)
        let name = Array(url.utf8)[offset...].prefix { ![0x3A, 0x2F].contains($0) }
        #expect(outcome.message.contains(String(decoding: name, as: UTF8.self).lowercased()), "\(outcome.message)")
    }

    @Test(arguments: [
        (BindingError.unknown, OutcomeCode.bindingUnknown), (.foreign, .bindingForeign), (.expired, .bindingUnknown),
        (.stale, .bindingStale),
    ])
    func `a binding that is not performed says why`(error: BindingError, code: OutcomeCode) {
        #expect(Outcome(error).code == code)
    }

    @Test(arguments: [
        (RequestError.shuttingDown, OutcomeCode.shuttingDown), (.notDelegated, .callerNotDelegated),
        (.keyInProgress, .idempotencyInProgress), (.keyInterrupted, .unknownEffect),
        (.keyConflict, .idempotencyConflict), (.noRoomForKey(reason: "full"), .overloaded),
        (.keyNotWritten(reason: "full"), .pendingUndetermined), (.unreadableOutcome, .unknownEffect),
        (.noRandomBits, .failedInternal), (.tooManyHops, .loop),
        (.tooManyCalls(limit: 9), .overloaded), (.tooFast(limit: 9, retryAfterMs: 5), .callerRateLimited),
    ])
    func `a request that is not begun says why`(error: RequestError, code: OutcomeCode) {
        let outcome = Outcome(error)
        #expect(outcome.code == code && !outcome.message.isEmpty)
    }
}
