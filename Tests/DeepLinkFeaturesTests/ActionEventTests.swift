import DeepLinkFeatures
import Synchronization
import Testing

/// What observers of a dispatcher's actions get: stages, codes, inputs, routes, times, and their own ends.
@Suite struct ActionEventTests {
    /// The events of what a test does, each as a line with its inputs and its route.
    private static func events(
        of dispatcher: Dispatcher, _ body: (Dispatcher) throws -> Void
    ) rethrows -> [String] {
        let timeline = ActionTimeline()
        let observation = dispatcher.observeActions(timeline.record)
        defer { observation.cancel() }
        try body(dispatcher)
        return timeline.events.map(line)
    }

    private static func line(_ event: ActionEvent) -> String {
        let stage =
            switch event.stage {
            case .granted: "granted"
            case .refused(let code): "refused \(code)"
            case .began: "began"
            case .ended(let code, let time): "ended \(code) \(time.components.attoseconds / 1_000_000_000_000_000) ms"
            }
        let inputs = event.inputs.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return "\(event.action) \(stage)\(inputs)" + (event.route.map { " by \($0)" } ?? "")
    }

    private static func music(_ interceptors: any FeatureDefinition.Type...) throws -> Dispatcher {
        let dispatcher = try interceptors.isEmpty ? Dispatcher.music() : Dispatcher.music(Parental.self)
        var nowNs: Int64 = 0
        // Every look at the clock takes a millisecond.
        dispatcher.interceptorClock = {
            nowNs += 1_000_000
            return nowNs
        }
        return dispatcher
    }

    /// What a program does, and the events.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let events: [String]
        let body: @Sendable (Dispatcher) throws -> Void
    }

    private static let intake = "performIncomingURL"
    private static let rows = [
        Row(
            testDescription: "performs an action that is always available",
            events: ["playSong began id=7 token=***", "playSong ended ok.performed 1 ms id=7 token=***"]
        ) { _ = try $0.perform(Songs.play, with: Song(id: 7)) },
        Row(
            testDescription: "requests and performs",
            events: [
                "playSong granted", "playSong began id=8 token=none",
                "playSong ended ok.performed 1 ms id=8 token=none",
            ]
        ) { _ = try $0.request(Charts.play).get().perform(with: Song(id: 8)) },
        Row(testDescription: "requests what is off", events: ["playSong refused blocked.toggle.off"]) {
            try $0.setToggle(Charts.self, to: false)
            _ = $0.request(Charts.play).binding()
        },
        Row(testDescription: "fails", events: ["fail began", "fail ended failed.exit 1 ms"]) { dispatcher in
            #expect(throws: Fail.Failure.self) { try dispatcher.perform(Songs.fail) }
        },
        Row(
            testDescription: "opens a link",
            events: [
                "\(intake) granted", "\(intake) began", "playSong granted id=7 token=*** by play",
                "playSong began id=7 token=*** by play", "playSong ended ok.performed 1 ms id=7 token=*** by play",
                "\(intake) ended ok.performed 3 ms",
            ]
        ) { _ = try $0.result(of: "t://play/7?token=geheim") },
        Row(
            testDescription: "opens a link to what is off",
            events: [
                "\(intake) granted", "\(intake) began", "playSong refused blocked.toggle.off id=9 token=none by charts",
                "\(intake) ended blocked.toggle.off 1 ms",
            ]
        ) {
            try $0.setToggle(Charts.self, to: false)
            _ = try $0.result(of: "t://charts/9")
        },
        Row(
            testDescription: "opens a link of no route",
            events: [
                "\(intake) granted", "\(intake) began", "\(intake) ended rejected.route.notFound 1 ms",
            ]
        ) { _ = try $0.result(of: "t://nothing") },
        Row(
            testDescription: "opens a link that nothing can show",
            events: [
                "\(intake) granted", "\(intake) began", "showWords refused failed.channel.noSubscriber text=x by show",
                "\(intake) ended failed.channel.noSubscriber 1 ms",
            ]
        ) { _ = try $0.result(of: "t://show/x") },
        Row(
            testDescription: "opens a link whose action fails",
            events: [
                "\(intake) granted", "\(intake) began", "fail granted by fail", "fail began by fail",
                "fail ended failed.exit 1 ms by fail", "\(intake) ended failed.exit 3 ms",
            ]
        ) { dispatcher in #expect(throws: Fail.Failure.self) { _ = try dispatcher.result(of: "t://fail") } },
    ]

    @Test(arguments: rows) func `each step of an action is an event, and no secret is in one`(_ row: Row) throws {
        #expect(try Self.events(of: Self.music(), row.body) == row.events)
    }

    @Test func `a guard's refusal ends what had begun`() throws {
        let stage = InterceptorStage(check: { _, _ in .refuse("no") })
        try InterceptorStage.$current.withValue(stage) {
            let events = try Self.events(of: Self.music(Parental.self)) { dispatcher in
                #expect(throws: InterceptorRefusal.self) { try dispatcher.perform(Songs.play, with: Song(id: 7)) }
            }
            #expect(events.first == "playSong began id=7 token=***", "\(events)")
            #expect(events.last?.hasPrefix("playSong ended rejected.interceptor") == true, "\(events)")
        }
    }

    @Test func `actions that suspend have the same events`() async throws {
        let dispatcher = try Self.music()
        let timeline = ActionTimeline()
        let observation = dispatcher.observeActions(timeline.record)
        _ = try await dispatcher.perform(Songs.stream, with: Song(id: 7))
        _ = try await dispatcher.request(Charts.stream).get().perform(with: Song(id: 8))
        _ = try await dispatcher.open("t://stream/9")
        #expect(
            timeline.events.map(Self.line) == [
                "streamSong began id=7 token=none", "streamSong ended ok.performed 1 ms id=7 token=none",
                "streamSong granted", "streamSong began id=8 token=none",
                "streamSong ended ok.performed 1 ms id=8 token=none",
                "\(Self.intake) granted", "\(Self.intake) began", "streamSong granted id=9 token=none by stream",
                "streamSong began id=9 token=none by stream",
                "streamSong ended ok.performed 1 ms id=9 token=none by stream",
                "\(Self.intake) ended ok.performed 3 ms",
            ])
        observation.cancel()
        _ = try await dispatcher.perform(Songs.stream, with: Song(id: 7))
        #expect(timeline.events.count == 11)
    }

    @Test func `a beginning and its end have one number, which is that of no other`() throws {
        let dispatcher = try Self.music()
        let timeline = ActionTimeline()
        let observation = dispatcher.observeActions(timeline.record)
        _ = try dispatcher.result(of: "t://play/7")
        _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
        let numbers = timeline.events.filter { $0.stage == .began || $0.code != nil }.map(\.number)
        #expect(Set(numbers).count == 3 && numbers.count == 6, "\(numbers)")
        #expect(numbers[0] == numbers[3] && numbers[1] == numbers[2] && numbers[4] == numbers[5], "\(numbers)")
        _ = observation
    }

    @Test func `an observer of one action gets its input, and only its events`() throws {
        let dispatcher = try Self.music()
        var got: [String] = []
        let observation = dispatcher.observe(Songs.play) { event, song in
            got.append(
                "\(event.stage == .began) \(song.map { "\($0.id) \($0.token)" } ?? "-") \(event.isOf(Songs.play))")
        }
        _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
        #expect(throws: Fail.Failure.self) { try dispatcher.perform(Songs.fail) }
        _ = try dispatcher.result(of: "t://play/8?token=x")
        _ = try dispatcher.request(Charts.play).get().perform(with: Song(id: 9))
        #expect(got == ["true 7 none true", "false 7 none true", "false - true", "true 8 x true", "false 8 x true"])
        _ = observation
    }

    @Test func `an observer gets no events of what it performs itself, and others do`() throws {
        let dispatcher = try Self.music()
        var (mine, others) = (0, 0)
        let first = dispatcher.observeActions { _ in
            mine += 1
            _ = try? dispatcher.perform(Songs.play, with: Song(id: 1))
        }
        let second = dispatcher.observeActions { _ in others += 1 }
        _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
        #expect(mine == 2 && others == 6)
        first.cancel()
        _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
        #expect(mine == 2 && others == 8)
        _ = second
    }

    @Test func `an observation that is not kept ends, and nothing is numbered any more`() throws {
        let dispatcher = try Self.music()
        var count = 0
        do { _ = dispatcher.observeActions { _ in count += 1 } }
        _ = try dispatcher.perform(Songs.play, with: Song(id: 7))
        #expect(count == 0)
    }

    @Test func `a loop reads the newest events, and ends with its dispatcher`() async throws {
        var events: AsyncStream<ActionEvent>
        do {
            let dispatcher = try Self.music()
            events = dispatcher.actionEvents(keeping: 3)
            for id in 1...3 { _ = try dispatcher.perform(Songs.play, with: Song(id: id)) }
        }
        var got: [String] = []
        for await event in events { got.append(Self.line(event)) }
        #expect(
            got == [
                "playSong ended ok.performed 1 ms id=2 token=***", "playSong began id=3 token=***",
                "playSong ended ok.performed 1 ms id=3 token=***",
            ])
    }

    @Test func `a timeline keeps the newest events of many threads`() async throws {
        let timeline = ActionTimeline(keeping: 5)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    guard let dispatcher = try? Dispatcher.music() else { return }
                    let observation = dispatcher.observeActions(timeline.record)
                    for id in 0..<100 { _ = try? dispatcher.perform(Songs.play, with: Song(id: id)) }
                    observation.cancel()
                }
            }
        }
        #expect(timeline.events.count == 5 && timeline.events(of: Songs.play).count == 5)
        #expect(timeline.events(of: Songs.fail).isEmpty && timeline.events.last?.inputs["id"] == "99")
    }
}
