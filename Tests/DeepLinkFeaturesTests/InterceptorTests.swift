import DeepLinkFeatures
import Testing

/// Guards, replacements and observers of the library: order, chain, failure, lateness, secrets, switch and profile.
@Suite struct InterceptorTests {
    /// Runs a test with a stage of its own.
    private static func with(
        check: @escaping @Sendable (GuardedAction, Dispatcher) throws -> GuardAnswer = { _, _ in .allow },
        _ body: (InterceptorStage) throws -> Void
    ) throws {
        let stage = InterceptorStage(check: check)
        try InterceptorStage.$current.withValue(stage) { try body(stage) }
    }

    // MARK: Guards

    @Test func `guards are asked in the order of declaration, and get neither a secret nor an input`() throws {
        try Self.with { stage in
            let dispatcher = try Dispatcher.music(Parental.self)
            #expect(
                try dispatcher.result(of: "t://play/7?token=geheim")
                    == "performed played 7 geheim Parental.checkSong Parental.checkAgain")
            #expect(stage.log == ["check Music/Songs playSong t:*** play", "again playSong"])
            stage.clear()
            #expect(try dispatcher.perform(Songs.play, with: Song(id: 8)) == "played 8 none")
            #expect(stage.log == ["check Music/Songs playSong - -", "again playSong"], "without a link")
            stage.clear()
            #expect(try dispatcher.result(of: "t://charts/9") == "performed played 9 none Parental.checkSong")
            #expect(stage.log == ["check Music/Charts playSong t://charts/9 charts"], "the second is about one feature")
        }
    }

    /// What a guard does, and the reason that is given for it.
    struct Refusing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        var tookMs: Int64 = 0
        let check: @Sendable () throws -> GuardAnswer
    }

    private static let refusing = [
        Refusing(testDescription: "refuses", reason: "after eight o'clock.") { .refuse("after eight o'clock") },
        Refusing(testDescription: "refuses with a sentence", reason: "It is late.") { .refuse("It is late.") },
        Refusing(testDescription: "hides a sign", reason: "a\\u{202e}b.") { .refuse("a\u{202E}b") },
        Refusing(testDescription: "fails", reason: "it failed with Failure(text: \"failed\").") {
            throw Fail.Failure()
        },
        Refusing(testDescription: "is late", reason: "it took 51 ms, and may take 50.", tookMs: 51) { .allow },
        Refusing(testDescription: "is late and refuses", reason: "No.", tookMs: 51) { .refuse("No.") },
    ]

    @Test(arguments: refusing)
    func `a guard that refuses, fails or is late refuses the performance, and no other is asked`(_ row: Refusing) throws
    {
        try Self.with(check: { _, _ in try row.check() }) { stage in
            let dispatcher = try Dispatcher.music(Parental.self, Journal.self)
            // Each question takes so long: it is measured at its beginning and its end.
            var nowNs: Int64 = 0
            dispatcher.interceptorClock = {
                nowNs += row.tookMs * 1_000_000
                return nowNs
            }
            guard case .rejected(let rejection) = try dispatcher.open("t://play/7") as LinkOutcome else {
                Issue.record("performed")
                return
            }
            #expect(rejection.code == "rejected.interceptor" && rejection.interceptor == "Parental.checkSong")
            #expect(
                rejection.message == "`Parental.checkSong` refused the link: \(row.reason)" && rejection.route == "play"
            )
            let refusal = InterceptorRefusal.self
            let bare = #expect(throws: refusal) { try dispatcher.perform(Songs.play, with: Song(id: 7)) }
            #expect(bare?.interceptor == "Parental.checkSong" && bare?.reason == row.reason)
            #expect(bare?.description == "rejected.interceptor: `Parental.checkSong` refused the action: \(row.reason)")
            let bound = #expect(throws: refusal) {
                try dispatcher.request(Charts.play).get().perform(with: Song(id: 7))
            }
            #expect(bound == bare)
            #expect(!stage.log.contains { $0.hasPrefix("again") }, "\(stage.log)")
            #expect(stage.log.count { $0.hasPrefix("rejected.interceptor") } == 3, "\(stage.log)")
        }
    }

    @Test func `a guard has 50 milliseconds`() throws {
        try Self.with { _ in
            let dispatcher = try Dispatcher.music(Parental.self)
            var nowNs: Int64 = 0
            dispatcher.interceptorClock = {
                nowNs += 50_000_000
                return nowNs
            }
            #expect(try dispatcher.result(of: "t://play/7").hasPrefix("performed"))
        }
    }

    @Test func `a guard is asked only if everything else is in order`() throws {
        try Self.with { stage in
            let dispatcher = try Dispatcher.music(Parental.self)
            try dispatcher.setToggle(Charts.self, to: false)
            #expect(try dispatcher.result(of: "t://charts/7") == "blocked.toggle.off Music/Charts")
            #expect(try dispatcher.result(of: "t://nothing") == "rejected.route.notFound")
            #expect(try dispatcher.result(of: "t://play/x") == "rejected.route.notFound")
            try dispatcher.setToggle(Charts.self, to: true)
            let proof = dispatcher.request(Charts.play).binding()
            try dispatcher.setToggle(Charts.self, to: false)
            expectStale(proof)
            #expect(stage.log.isEmpty)
        }
    }

    @Test func `what shows the result is asked for after the guards`() throws {
        try Self.with(check: { _, _ in .refuse("no") }) { _ in
            let dispatcher = try Dispatcher.music(Parental.self)
            var presenters = Presenters()
            presenters.provide { _ -> Page? in
                Issue.record("asked")
                return nil
            }
            let outcome: LinkOutcome = try dispatcher.open("t://show/x", presenters: presenters)
            #expect(outcome.summary == "rejected.interceptor")
        }
    }

    @Test func `while its feature is not available an interceptor does nothing`() throws {
        try Self.with(check: { _, _ in .refuse("no") }) { stage in
            let dispatcher = try Dispatcher.music(Parental.self)
            try dispatcher.setToggle(Parental.self, to: false)
            #expect(try dispatcher.result(of: "t://play/7") == "performed played 7 none")
            #expect(stage.log.isEmpty)
            try dispatcher.setToggle(Parental.self, to: true)
            #expect(try dispatcher.result(of: "t://play/7") == "rejected.interceptor")
            try dispatcher.setToggle(Parental.self, to: false, for: .user(id: 7))
            let other: LinkOutcome = try dispatcher.open("t://play/7", for: .user(id: 7))
            #expect(other.summary == "performed played 7 none", "the switch is that of the subject")
        }
    }

    @Test func `a guard that changes a fact has the feature verified again`() throws {
        for isOn in [true, false] {
            try Self.with(check: { _, dispatcher in
                try dispatcher.setToggle(Charts.self, to: isOn)
                return .allow
            }) { _ in
                let dispatcher = try Dispatcher.music(Parental.self)
                let proof = dispatcher.request(Charts.play).binding()
                if isOn {
                    #expect(try proof?.perform(with: Song(id: 7)) == "played 7 none")
                    #expect(try dispatcher.result(of: "t://charts/7").hasPrefix("performed"))
                } else {
                    expectStale(proof)
                }
            }
        }
    }

    @Test func `a guard may perform actions, and is not asked about these`() throws {
        try Self.with(check: { action, dispatcher in
            _ = try dispatcher.perform(Songs.play, with: Song(id: 1))
            return .allow
        }) { stage in
            let dispatcher = try Dispatcher.music(Parental.self, Journal.self)
            #expect(try dispatcher.perform(Songs.play, with: Song(id: 2)) == "played 2 none")
            #expect(stage.log.count { $0.hasPrefix("check") } == 1, "\(stage.log)")
            #expect(stage.log.count { $0.hasPrefix("again") } == 2, "another guard is: \(stage.log)")
        }
    }

    @Test func `an action that may suspend has guards and observers, too`() async throws {
        let stage = InterceptorStage()
        try await InterceptorStage.$current.withValue(stage) {
            let dispatcher = try Dispatcher.music(Parental.self, Journal.self)
            #expect(try await dispatcher.perform(Songs.stream, with: Song(id: 7)) == "streamed 7")
            let proof = dispatcher.request(Charts.stream).binding()
            #expect(try await proof?.perform(with: Song(id: 8)) == "streamed 8")
            let outcome: LinkOutcome = try await dispatcher.open("t://stream/9")
            #expect(outcome.summary == "performed streamed 9")
        }
        #expect(
            stage.log == [
                "check Music/Songs streamSong - -", "again streamSong", "ok.performed Music/Songs streamSong - -",
                "check Music/Charts streamSong - -", "ok.performed Music/Charts streamSong - -",
                "check Music/Songs streamSong t://stream/9 stream", "again streamSong",
                "ok.performed Music/Songs streamSong t://stream/9 stream",
            ])
    }

    // MARK: Replacements

    @Test func `a replacement is performed in the place of the action, in its profile alone`() throws {
        let dispatcher = try Dispatcher.music(Pretending.self, profile: .development)
        #expect(try dispatcher.result(of: "t://play/7") == "performed pretended 7 Pretending.pretendSong")
        #expect(try dispatcher.perform(Songs.play, with: Song(id: 8)) == "pretended 8")
        let proof = dispatcher.request(Charts.play).binding()
        #expect(try proof?.perform(with: Song(id: 9)) == "pretended 9")
        try dispatcher.setToggle(Pretending.self, to: false)
        #expect(try dispatcher.result(of: "t://play/7") == "performed played 7 none")
        #expect(try Dispatcher.music(Pretending.self).result(of: "t://play/7") == "performed played 7 none")
    }

    @Test func `an action that may suspend is replaced by one that may`() async throws {
        let dispatcher = try Dispatcher.music(Pretending.self, profile: .development)
        #expect(try await dispatcher.perform(Songs.stream, with: Song(id: 7)) == "pretended 7")
        let proof = dispatcher.request(Charts.stream).binding()
        #expect(try await proof?.perform(with: Song(id: 8)) == "pretended 8")
        guard case .performed(let link) = try await dispatcher.open("t://stream/9") else {
            Issue.record("not performed")
            return
        }
        #expect("\(link.output)" == "pretended 9" && link.interceptors == ["Pretending.pretendStream"])
        #expect(link.action.feature == "Music/Songs" && link.action.action == "streamSong")
    }

    @Test func `a replacement opens no gate`() throws {
        let dispatcher = try Dispatcher.music(Pretending.self, profile: .development)
        try dispatcher.setToggle(Charts.self, to: false)
        #expect(try dispatcher.result(of: "t://charts/7") == "blocked.toggle.off Music/Charts")
        try dispatcher.setToggle(Charts.self, to: true)
        let proof = dispatcher.request(Charts.play).binding()
        try dispatcher.setToggle(Charts.self, to: false)
        expectStale(proof)
    }

    @Test func `the first replacement acts whose feature is available, and the next inside of it`() throws {
        let dispatcher = try Dispatcher.music(
            Tracing.self, Pretending.self, Journal.self, Parental.self, profile: .development)
        #expect(try dispatcher.perform(Songs.play, with: Song(id: 7)) == "pretended 7", "the first is off")
        try dispatcher.setToggle(Tracing.self, to: true)
        #expect(try dispatcher.perform(Songs.play, with: Song(id: 7)) == "traced pretended 7")
        try dispatcher.setToggle(Pretending.self, to: false)
        #expect(try dispatcher.perform(Songs.play, with: Song(id: 7)) == "traced played 7 none")
        #expect(
            try dispatcher.result(of: "t://play/7")
                == "performed traced played 7 none Parental.checkSong Parental.checkAgain Tracing.traceSong")
    }

    // MARK: Observers

    @Test func `an observer gets what became of each link, without secrets, and changes nothing`() throws {
        try Self.with { stage in
            let dispatcher = try Dispatcher.music(Journal.self)
            try dispatcher.setToggle(Charts.self, to: false)
            let rows = [
                ("t://play/7?token=geheim", "ok.performed Music/Songs playSong t:*** play"),
                ("t://charts/7", "blocked.toggle.off Music/Charts playSong t://charts/7 charts"),
                ("t://nothing", "rejected.route.notFound - - t://nothing -"),
                ("t://play/7?token=a&token=geheim", "rejected.input.duplicate Music/Songs playSong t:*** play"),
                ("no link", "rejected.url.invalid - - - -"),
                ("t://show/x", "failed.channel.noSubscriber Music/Songs showWords t://show/x show"),
            ]
            for (url, line) in rows {
                stage.clear()
                let outcome: LinkOutcome = try dispatcher.open(url)
                #expect(stage.log == [line], "\(url): \(outcome)")
            }
            stage.clear()
            #expect(throws: Fail.Failure()) { try dispatcher.open("t://fail") as LinkOutcome }
            #expect(throws: PerformError.self) { try dispatcher.open("t://stream/1") as LinkOutcome }
            dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
            #expect(try dispatcher.result(of: "t://play/7") == "blocked.feature.disabled DeepLinking")
            #expect(
                stage.log == [
                    "failed.exit Music/Songs fail t://fail fail",
                    "failed.internal Music/Songs streamSong t://stream/1 stream",
                    "blocked.feature.disabled DeepLinking performIncomingURL - -",
                ])
        }
    }

    @Test func `an observer gets performances without a link, and no requests`() throws {
        try Self.with { stage in
            let dispatcher = try Dispatcher.music(Journal.self)
            _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
            #expect(throws: Fail.Failure()) { try dispatcher.perform(Songs.fail) }
            let proof = dispatcher.request(Charts.play).binding()
            try dispatcher.setToggle(Charts.self, to: false)
            expectStale(proof)
            guard case .refused = dispatcher.request(Charts.play) else { return _ = Issue.record("verified") }
            #expect(
                stage.log == [
                    "ok.performed Music/Songs playSong - -", "failed.exit Music/Songs fail - -",
                    "rejected.binding.stale Music/Charts playSong - -",
                ])
            dispatcher.setRuntime(Journal.self, to: false)
            _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
            #expect(stage.log.count == 3, "its feature is off")
        }
    }

    // MARK: Facts

    @Test func `the switch of an interceptor's feature makes no proof stale when it is first asked`() throws {
        try Self.with { stage in
            let dispatcher = try Dispatcher.music(Journal.self, Pretending.self)
            let first = dispatcher.request(Charts.play).binding()
            let second = dispatcher.request(Charts.play).binding()
            #expect(try first?.perform(with: Song(id: 1)) == "played 1 none")
            #expect(try second?.perform(with: Song(id: 2)) == "played 2 none")
            #expect(stage.log.count == 2)
        }
    }

    // MARK: Shared helpers

    /// Performs an action whose proof is to be stale.
    private func expectStale(_ proof: consuming VerifiedActionBinding<Charts, PlaySong>?) {
        do {
            let output = try proof?.perform(with: Song(id: 7))
            Issue.record("performed: \(output ?? "nothing")")
        } catch {
            #expect(error as? PerformError == .stale(feature: "Charts"))
        }
    }
}
