import Contract
import PermissionRules
import Testing
import Varlink

@testable import DeepLinkClient

/// The catalogue of sentences: whole in each language, and each in its own.
@Suite struct CatalogueTests {
    private static func outcome(_ code: String, title: String?) throws -> Varlink.Value {
        let title = title.map { #","title":"\#($0)""# } ?? ""
        return try JSONText.value(
            of: """
                {"class":"\(code.prefix { $0 != "." })","code":"\(code)","message":"IDENTIFIER","primary":"permission:camera",
                "constraints":[{"id":"permission:camera","subject":"camera","status":"unsatisfied","reason":"denied"}],
                "remedies":[{"kind":"purchase","actor":"user","arguments":{"products":["IDENTIFIER"],
                "titles":["Premium"],"mode":"any"}}]\(title)}
                """)
    }

    /// Words that stand in sentences of one language and never in those of another.
    private static let foreign: [PersonLanguage: [String]] = [
        .english: [" wurde ", " nicht ", " die ", " lässt "],
        .german: [" the ", " is ", " were ", " not ", " this ", "you"],
    ]

    private static func check(_ sentence: String, _ language: PersonLanguage, isSentence: Bool = true) {
        let padded = " \(sentence.lowercased()) "
        for word in foreign[language] ?? [] { #expect(!padded.contains(word), "\(language): \(sentence)") }
        #expect(!sentence.isEmpty && !sentence.contains("IDENTIFIER") && PersonText.line(sentence) == sentence)
        if isSentence { #expect(sentence.hasSuffix(".") && sentence.count <= 200, "\(sentence)") }
    }

    @Test(arguments: OutcomeCode.allCases, PersonLanguage.allCases)
    func `each code has a sentence in each language`(_ code: OutcomeCode, _ language: PersonLanguage) throws {
        for title in [nil, "Rezepte"] {
            let value = try Self.outcome(code.rawValue, title: title)
            let words = OutcomeWords(value, in: language)
            Self.check(words.sentence, language)
            #expect(words.sentence.first?.isLowercase == false)
            for other in PersonLanguage.allCases where other != language {
                #expect(OutcomeWords(value, in: other).sentence != words.sentence, "\(code) is not translated")
            }
        }
    }

    @Test(arguments: PersonLanguage.allCases)
    func `codes of a newer daemon, conditions and remedies have one too`(_ language: PersonLanguage) throws {
        for name in OutcomeClass.allCases.map(\.rawValue) {
            Self.check(OutcomeWords(try Self.outcome(name + ".new", title: nil), in: language).sentence, language)
        }
        for kind in Contract.Remedy.Kind.allCases {
            let arguments: [Varlink.Value.Member] = [
                .init("permission", .string("location.always")), .init("titles", .array([.string("A"), .string("B")])),
                .init("mode", .string("any")), .init("title", .string("T")),
            ]
            let remedy = Contract.Remedy(kind: kind, actor: .user, arguments: arguments)
            Self.check(RemedyWords(remedy, in: language).sentence, language)
        }
        for kind in ConstraintReport.Kind.allCases {
            for status in ConstraintReport.Status.allCases {
                for code: OutcomeCode? in [nil, .permissionDenied, .permissionRestricted, .permissionUnsupported] {
                    var report = ConstraintReport()
                    (report.kind, report.status, report.code, report.subject) = (kind, status, code, "microphone")
                    Self.check(ConstraintWords.text(of: report, in: language), language, isSentence: false)
                }
            }
        }
    }

    @Test(arguments: PersonLanguage.allCases)
    func `questions, buttons and their answers have one too`(_ language: PersonLanguage) {
        let words = language.words
        let texts: [NoticeText] = [
            .switchOn, .ask, .openShop, .tryAgain, .openNow, .open, .doNotOpen, .allow, .deny, .confirm, .refuse,
            .later,
            .tryFor(.seconds(86_400)), .switchedOn("X"), .switchedOn(nil), .trialBegan("X", .seconds(90)),
            .shopOpened("X"), .allowed, .refused, .unreachable, .noShop, .tooLong, .uncertain, .noDaemon("run me"),
            .noDaemon(nil), .more(1), .more(2),
        ]
        for text in texts { Self.check(words.text(text), language, isSentence: false) }
        for text in Self.terminalTexts { #expect(!words.text(text).isEmpty) }
        let question = words.question("camera", of: "Clips", usage: "To record")
        #expect(question.contains(words.quoted("Clips")) && question.hasSuffix("To record."), "\(question)")
        for end in Self.flowEnds where language != .english {
            let sentence = words.sentence(ofEnd: end)
            Self.check(sentence ?? "", language)
            #expect(sentence != nil, "\(end)")
        }
        for result in StepResult.allCases.map(\.rawValue) where language != .english {
            #expect(words.text(ofResult: result) != result, "\(result)")
        }
    }

    /// The words for the end of a flow, and that of a link that is rejected before there is one.
    private static let flowEnds: [String] = {
        var ends: [FlowEnd] = []
        while let end = next(behind: ends.last) { ends.append(end) }
        return ends.map(\.name) + ["rejected"]
    }()

    /// Each end once: a new one is an error of the compiler here.
    private static func next(behind end: FlowEnd?) -> FlowEnd? {
        switch end {
        case nil: .granted
        case .granted: .partial
        case .partial: .denied(retryAfterNs: 0)
        case .denied: .cancelled
        case .cancelled: .superseded
        case .superseded: .expired
        case .expired: .blocked(.toggleOff)
        case .blocked: .removed
        case .removed: .changed
        case .changed: .limited(retryAfterNs: 0)
        case .limited: .noAgent
        case .noAgent: .failed("IDENTIFIER")
        case .failed: .shutdown
        case .shutdown: nil
        }
    }

    @Test func `each permission has a name for people, and a question, in each language`() {
        let languages = PersonLanguage.allCases
        for name in Permission.names {
            let names = languages.map { language in
                var report = ConstraintReport()
                (report.kind, report.status, report.subject) = (.permission, .satisfied, name)
                return ConstraintWords.text(of: report, in: language)
            }
            #expect(Set(names).count == languages.count, "\(name): \(names)")
            #expect(!names.contains { $0.contains("a permission of your") || $0.contains("Berechtigung") }, "\(names)")
            let questions = languages.map { $0.words.question(name, of: nil, usage: nil) }
            for (language, question) in zip(languages, questions) { Self.check(question, language) }
            #expect(Set(questions).count == languages.count, "\(questions)")
        }
    }

    private static let terminalTexts: [TerminalText] = [
        .allowIt, .openIt, .systemAsks, .runs, .with, .replayed, .none, .characters(3), .inAll(3),
        .kept(age: "5m", isStale: true), .byte(3, component: "host"), .again(afterMs: 3),
        .decoding(path: "a", found: "string", expected: "int"), .exit(code: 3, afterMs: 4), .signal(9, afterMs: 4),
        .leftRunning, .bytes(3), .stages(parseNs: 1, matchNs: 2, verifyNs: 3), .more, .mark,
        .ended("1"),
    ]

    /// Words that are the same in both languages.
    private static let shared = Set(["url", "route", "status", "app", "unit", "job", "id"])

    @Test(arguments: PersonLanguage.allCases)
    func `a report on an outcome has no words of another language`(_ language: PersonLanguage) {
        let words = language.words
        for label in OutcomeLabel.allCases {
            let text = words.text(label)
            #expect(!text.isEmpty && text.count <= (language == .english ? 11 : 10), "\(text)")
            guard language != .english, !Self.shared.contains(label.rawValue) else { continue }
            #expect(text.lowercased() != label.rawValue, "\(label) is not translated")
        }
        for text in Self.terminalTexts where language != .english {
            #expect(words.text(text) != PersonLanguage.english.words.text(text), "\(text) is not translated")
        }
    }

    @Test func `why there is no answer has a German sentence`() {
        let errors: [DeepLinkError] = [
            .noDaemon(paths: ["/a", "/b"]), .cannotConnect(path: "/a", message: "EACCES"),
            .noAnswer(path: "/a", after: .seconds(45)), .connectionLost(path: "/a"),
            .unreadableReply(path: "/a", reason: "no JSON"), .system(message: "EMFILE"),
        ]
        let sentences = errors.compactMap { PersonLanguage.german.words.sentence(of: $0) }
        #expect(sentences.count == errors.count)
        for sentence in sentences {
            Self.check(sentence, .german)
        }
        #expect(
            sentences[0] == "Kein deeplinkd antwortet unter /a oder /b; --socket nennt einen anderen.")
    }

    @Test func `the German sentences that people see most`() throws {
        let rows: [(OutcomeCode, String?, String)] = [
            (.okPerformed, "Rezepte", "„Rezepte“ wurde geöffnet."), (.okPerformed, nil, "Dieser Link wurde geöffnet."),
            (.purchaseRequired, "Rezepte", "„Rezepte“ lässt sich nur mit „Premium“ öffnen."),
            (.permissionDenied, nil, "Dieser Link benötigt Zugriff auf die Kamera, und das ist nicht erlaubt."),
            (.toggleOff, nil, "Der Schalter für diesen Link ist aus."),
            (.pendingAuthorisation, nil, "Zu diesem Link ist noch eine Frage offen; bitte erst diese beantworten."),
            (.failedNoSubscriber, nil, "Die App für diesen Link läuft nicht."),
            (.routeNotFound, "Rezepte", "Auf diesem Rechner öffnet keine App diesen Link."),
        ]
        for (code, title, sentence) in rows {
            let words = OutcomeWords(try Self.outcome(code.rawValue, title: title), in: .german)
            #expect(words.sentence == sentence)
        }
        #expect(OutcomeWords(.null, in: .german).title == "Link nicht geöffnet")
    }

    @Test(arguments: [
        ("de", PersonLanguage.german), ("de-AT en", .german), ("fr de", .german), ("en de", .english), ("fr", .english),
        ("", .english), ("en-GB", .english), ("nds", .english),
    ])
    func `the language is the first that there are sentences in, else English`(
        _ tags: String, _ language: PersonLanguage
    ) {
        let list = LanguageList(tags.split(separator: " ").compactMap { LanguageTag(String($0)) })
        #expect(PersonLanguage(for: list) == language)
    }
}
