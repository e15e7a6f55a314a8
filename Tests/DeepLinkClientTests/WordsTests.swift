import Contract
import DeepLinkClient
import Testing
import Varlink

/// What a person reads of an outcome.
@Suite struct WordsTests {
    /// An outcome as the daemon sends it, with a name that only programs use in every place that has one.
    private static func outcome(
        _ code: OutcomeCode, title: String? = nil, primary: String = "", remedies: String = "[]"
    ) throws -> Varlink.Value {
        let title = title.map { #","title":\#(JSONText.text(of: Varlink.Value.string($0)))"# } ?? ""
        return try JSONText.value(
            of: """
                {"class":"\(code.outcomeClass.rawValue)","code":"\(code.rawValue)","message":"the user IDENTIFIER",
                "url":"IDENTIFIER:/x","route":"IDENTIFIER","feature":"IDENTIFIER","action":"IDENTIFIER",
                "parameters":{"IDENTIFIER":"IDENTIFIER"},"primary":"permission:\(primary)",
                "constraints":[{"id":"permission:\(primary)","kind":"permission","subject":"\(primary)",
                "status":"unsatisfied","reason":"denied","evidence":{"source":"IDENTIFIER"}}],
                "rejection":{"key":"IDENTIFIER","route":"IDENTIFIER"},"remedies":\(remedies)\(title)}
                """)
    }

    private static let purchase = """
        [{"kind":"purchase","actor":"user","message":"IDENTIFIER","arguments":{"products":["IDENTIFIER"],
        "titles":["Rezept Premium"],"mode":"any"}}]
        """

    @Test(arguments: OutcomeCode.allCases)
    func `each code has one sentence, which names nothing of the link or of programs`(_ code: OutcomeCode) throws {
        for title in [nil, "Recipes"] {
            let words = OutcomeWords(try Self.outcome(code, title: title, primary: "camera", remedies: Self.purchase))
            let sentence = words.sentence
            #expect(!sentence.contains("IDENTIFIER") && !sentence.contains("the user"), "\(sentence)")
            #expect(sentence.count <= 200 && sentence.hasSuffix("."), "\(sentence)")
            #expect(sentence.first?.isLowercase == false, "\(sentence)")
            #expect(!sentence.contains("\n") && !sentence.contains("  ") && !sentence.contains(" ."), "\(sentence)")
            #expect(words.title == title ?? "Link not opened")
            #expect(PersonText.line(sentence) == sentence)
        }
    }

    @Test func `the sentences that people see most`() throws {
        let toggle = #"[{"kind":"enableToggle","actor":"user","arguments":{"feature":"A/B","title":"Opens recipes"}}]"#
        let rows: [(OutcomeCode, String?, String, String)] = [
            (.purchaseRequired, "Recipes", Self.purchase, "You need “Rezept Premium” for “Recipes”."),
            (.purchaseRequired, nil, Self.purchase, "You need “Rezept Premium” for this link."),
            (.purchaseRequired, nil, "[]", "You need a purchase for this link."),
            (.toggleOff, "Recipes", toggle, "Your switch “Opens recipes” is off."),
            (.toggleOff, nil, "[]", "Your switch for this link is off."),
            (.urlInvalid, nil, "[]", "This link is not valid."),
            (.permissionDenied, "Recipes", "[]", "“Recipes” needs the camera, which you do not allow."),
            (.routeNotFound, "Recipes", "[]", "No app on your computer takes this link."),
            (.failedNoSubscriber, "Recipes", "[]", "The app for “Recipes” is not running."),
        ]
        for (code, title, remedies, sentence) in rows {
            let words = OutcomeWords(try Self.outcome(code, title: title, primary: "camera", remedies: remedies))
            #expect(words.sentence == sentence)
        }
    }

    @Test(arguments: [("instances", "user", true), ("instances", "system", false), ("other", "user", false)])
    func `a link for a daemon of the user says how to start it`(
        _ rule: String, _ expected: String, _ says: Bool
    ) throws {
        let outcome = try JSONText.value(
            of: """
                {"class":"rejected","code":"rejected.package.unavailable",
                "rejection":{"rule":"\(rule)","expected":"\(expected)"}}
                """)
        let command = "systemctl --user enable --now deeplinkd.socket"
        #expect(OutcomeWords(outcome).sentence.contains(command) == says)
    }

    @Test func `several products are joined as they are needed, and of many the first are named`() throws {
        func sentence(_ titles: [String], _ how: String) throws -> String {
            let list = titles.map { "\"\($0)\"" }.joined(separator: ",")
            let remedy =
                #"[{"kind":"purchase","actor":"user","arguments":{"products":[],"titles":[\#(list)],\#(how)}}]"#
            return OutcomeWords(try Self.outcome(.purchaseRequired, title: "X", remedies: remedy)).sentence
        }
        #expect(try sentence(["A", "B"], #""mode":"any""#) == "You need “A” or “B” for “X”.")
        #expect(try sentence(["A", "B", "C"], #""mode":"all""#) == "You need “A”, “B” and “C” for “X”.")
        #expect(
            try sentence(["A", "B", "C", "D", "E"], #""mode":"any""#) == "You need “A”, “B”, “C” or 2 more for “X”.")
        #expect(
            try sentence(["A", "B"], #""sets":[["a"],["b","c"]]"#)
                == "You need one of the offers with “A” or “B” for “X”.")
    }

    @Test(arguments: [
        (
            #""units":{"coins":18},"held":{"coins":12}"#, "You need 30 units of “Coins” for “X”, and you have 12.",
            "18 units"
        ),
        (#""units":{"coins":30}"#, "You need 30 units of “Coins” for “X”.", "30 units"),
        (#""held":{"coins":1}"#, "You need 2 units of “Coins” for “X”, and you have 1.", "1 unit"),
        (#""units":{"gems":18}"#, "You need “Coins” for “X”.", nil),
        (#""units":[18]"#, "You need “Coins” for “X”.", nil),
        (#""units":{"coins":-1},"held":{"coins":-9}"#, "You need “Coins” for “X”.", nil),
        (
            #""units":{"coins":9223372036854775807},"held":{"coins":9223372036854775807}"#,
            "You need 9223372036854775807 units of “Coins” for “X”, and you have 9223372036854775807.",
            "9223372036854775807 units"
        ),
    ])
    func `of what is counted the sentence names what is needed and there, and the remedy what is missing`(
        _ units: String, _ sentence: String, _ missing: String?
    ) throws {
        let arguments = #"{"products":["coins"],"titles":["Coins"],"mode":"all",\#(units)}"#
        let remedies = #"[{"kind":"purchase","actor":"user","arguments":\#(arguments)}]"#
        let outcome = try Self.outcome(.purchaseRequired, title: "X", remedies: remedies)
        #expect(OutcomeWords(outcome).sentence == sentence)
        let remedy = try #require(outcome["remedies"]?.elements?.first)
        #expect(RemedyWords(remedy).sentence == "You can buy \(missing.map { $0 + " of " } ?? "")“Coins”.")
    }

    @Test func `units are counted in German and in lists too`() throws {
        func sentence(_ arguments: String, in language: PersonLanguage) throws -> String {
            let remedies = #"[{"kind":"purchase","actor":"user","arguments":{\#(arguments)}}]"#
            return OutcomeWords(try Self.outcome(.purchaseRequired, title: "X", remedies: remedies), in: language)
                .sentence
        }
        let coins = #""products":["coins"],"titles":["Münzen"],"mode":"all""#
        #expect(
            try sentence(coins + #","units":{"coins":18},"held":{"coins":12}"#, in: .german)
                == "„X“ lässt sich nur mit 30 Einheiten „Münzen“ öffnen, und vorhanden sind 12.")
        #expect(
            try sentence(coins + #","units":{"coins":2},"held":{"coins":1}"#, in: .german)
                == "„X“ lässt sich nur mit 3 Einheiten „Münzen“ öffnen, und vorhanden ist 1.")
        let any = #""products":["a","coins"],"titles":["A","Coins"],"mode":"any","units":{"coins":30}"#
        #expect(try sentence(any, in: .english) == "You need “A” or 30 units of “Coins” for “X”.")
        #expect(try sentence(any, in: .german) == "„X“ lässt sich nur mit „A“ oder 30 Einheiten „Coins“ öffnen.")
    }

    @Test func `a code, class or remedy of a newer daemon has words too`() throws {
        for (known, sentence) in [
            ("blocked", "Something that “X” needs is missing."), ("rejected", "This link cannot be opened."),
            ("strange", "“X” was started, and it is not known whether it worked; look before you try again."),
        ] {
            let value = try JSONText.value(of: #"{"class":"\#(known)","code":"\#(known).new.thing","title":"X"}"#)
            #expect(OutcomeWords(value).sentence == sentence)
        }
        #expect(OutcomeWords(.null).title == "Link not opened")
        #expect(!RemedyWords(Varlink.Value.null).sentence.isEmpty)
    }

    @Test(arguments: Contract.Remedy.Kind.allCases)
    func `each remedy has one sentence in the second person, without names of programs`(_ kind: Contract.Remedy.Kind) {
        let arguments: [Varlink.Value.Member] = [
            .init("feature", .string("IDENTIFIER")), .init("permission", .string("location.whenInUse")),
            .init("program", .string("IDENTIFIER")),
        ]
        let sentence = RemedyWords(Contract.Remedy(kind: kind, actor: .user, arguments: arguments)).sentence
        #expect(sentence.hasSuffix(".") && sentence.count <= 200 && !sentence.contains("IDENTIFIER"), "\(sentence)")
        #expect(!sentence.lowercased().contains("the user") && !sentence.contains("whenInUse"), "\(sentence)")
    }

    @Test func `hostile titles are cut, and show nothing that cannot be seen`() throws {
        let family = "👩‍👩‍👧‍👦"
        let rows = [
            ("Rezept\u{202E}muimerP", "RezeptmuimerP"), ("a\r\nb\u{2029}c", "a b c"),
            ("\u{FEFF}x\u{AD}y\u{E0001}", "xy"), ("  a   b  ", "a b"), (family, family),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("\u{1B}[31mred", "[31mred"),
        ]
        for (text, line) in rows { #expect(PersonText.line(text) == line) }
        let long = ["ab ", "x", family].map { String(repeating: $0, count: 10_000) }
        for text in long {
            let line = PersonText.line(text)
            #expect(line.count <= 200 && line.hasSuffix("…"))
            let words = OutcomeWords(try Self.outcome(.platformUnsupported, title: text))
            #expect(words.sentence.count <= 200 && words.title.count <= 200)
        }
        // One character that is 20 kB long.
        #expect(PersonText.line("e" + String(repeating: "\u{301}", count: 10_000)).utf8.count < 40)
    }

    @Test func `a text is cut behind a word, unless that leaves too little`() {
        #expect(PersonText.cut("one two three", to: 13) == "one two three")
        #expect(PersonText.cut("one two three", to: 12) == "one two…")
        #expect(PersonText.cut("a bcdefghijkl", to: 8) == "a bcdef…")
        #expect(PersonText.cut("", to: 0) == "" && PersonText.cut("ab", to: 1) == "…")
    }

    @Test func `permissions of which one is enough are a list, in each language`() {
        let rows: [(subject: String, english: String, german: String)] = [
            ("microphone", "the microphone", "Zugriff auf das Mikrofon"),
            ("any camera microphone", "the camera or the microphone", "Zugriff auf die Kamera oder das Mikrofon"),
            (
                "any camera notifications photos", "the camera, notifications or your photos",
                "Zugriff auf die Kamera, die Erlaubnis für Benachrichtigungen oder Zugriff auf die Fotos"
            ),
            (
                #"any "store:a b/c" camera polkit:a.b"#, "a permission of your system or the camera",
                "eine Berechtigung des Systems oder Zugriff auf die Kamera"
            ),
            (
                "any bluetooth camera contacts location.whenInUse motion",
                "Bluetooth, the camera, your contacts or 2 more",
                "Zugriff auf Bluetooth, die Kamera, die Kontakte oder 2 weitere"
            ),
        ]
        for row in rows {
            var report = ConstraintReport()
            (report.kind, report.status, report.subject) = (.permission, .unsatisfied, row.subject)
            report.code = .permissionDenied
            #expect(ConstraintWords.text(of: report, in: .english) == "you do not allow " + row.english)
            #expect(ConstraintWords.text(of: report, in: .german) == row.german + ": nicht erlaubt")
        }
    }

    @Test func `a condition is a part of a sentence, in words for people`() {
        func text(_ kind: ConstraintReport.Kind, _ status: ConstraintReport.Status, _ code: OutcomeCode?) -> String {
            var report = ConstraintReport()
            (report.kind, report.status, report.code) = (kind, status, code)
            report.subject = kind == .permission ? "microphone" : "IDENTIFIER"
            if kind == .toggle {
                let title = Varlink.Value.Member("title", .string("Opens recipes"))
                report.remedies = [Contract.Remedy(kind: .enableToggle, actor: .user, arguments: [title])]
            }
            return ConstraintWords.text(of: report)
        }
        #expect(text(.toggle, .unsatisfied, .toggleOff) == "your switch “Opens recipes” is off")
        #expect(text(.permission, .unsatisfied, .permissionDenied) == "you do not allow the microphone")
        #expect(text(.permission, .unsatisfied, .permissionNotDetermined) == "you have not allowed the microphone yet")
        for kind in ConstraintReport.Kind.allCases {
            for status in ConstraintReport.Status.allCases {
                let words = text(kind, status, nil)
                #expect(!words.isEmpty && !words.contains("IDENTIFIER") && !words.contains("the user"), "\(words)")
            }
        }
    }
}
