import DeepLinkClient
import DeepLinkDaemonStore
import DeepLinkFeatures
import Foundation
import Testing

/// The daemon as a store of toggles of an embedded dispatcher.
@Suite struct DaemonToggleStoreTests {
    private static let table = """
        scheme t
        product pro {
            title "Pro"
        }
        feature Speed {
            require toggle off
            action go {
                respond "gone"
            }
            route go /go do go
        }
        feature Bass {
            require purchase pro
            require toggle on
            action go {
                respond
            }
        }
        feature Plain {
            action go {
                respond
            }
        }
        """

    /// The reason of a reading that is unknown; nil for any other.
    private static func reason(_ reading: ToggleReading) -> String? {
        if case .unknown(let reason) = reading { reason } else { nil }
    }

    @Test func `toggles are read from the daemon and kept by it, for links and for the program`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let store = DaemonToggleStore(daemon)
            // A daemon that answers at once may do so before the question is.
            let first = store.toggle(of: "Speed", for: .machine)
            #expect(first == .unset || Self.reason(first) == "the daemon has not answered yet", "\(first)")
            try store.load()
            #expect(store.toggle(of: "Speed", for: .machine) == .unset)
            try store.setToggle(of: "Speed", to: true, for: .machine)
            #expect(store.toggle(of: "Speed", for: .machine) == .on)
            let opened = try await daemon.open("t://go")
            #expect(opened.text == "gone")
            #expect(store.toggle(of: "Bass", for: .machine) == .unset)
            try store.setToggle(of: "Bass", to: false, for: .machine)
            #expect(store.toggle(of: "Bass", for: .machine) == .off, "although a purchase decides the code")
            try store.setToggle(of: "Speed", to: nil, for: .uid(getuid()))
            #expect(store.toggle(of: "Speed", for: .uid(getuid())) == .unset)
            for feature in ["Plain", "Nowhere"] {
                let reason = "the daemon's table has no feature \(feature) that requires a toggle"
                #expect(Self.reason(store.toggle(of: feature, for: .machine)) == reason)
                #expect(throws: ToggleStoreError.service(problem: reason)) {
                    try store.setToggle(of: feature, to: true, for: .machine)
                }
            }
        }
    }

    @Test func `other programs' changes are told to the dispatcher, and each subject has its own`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let store = DaemonToggleStore(DeepLinkDaemon(socket: running.socket))
            let dispatcher = try Dispatcher(Speed.self, toggles: store)
            let notices = Reports<Void>()
            dispatcher.setWakeUp { notices.add(()) }
            #expect(dispatcher.status(of: Speed.self).isAvailable != true)
            _ = try notices.await(1)
            #expect(dispatcher.status(of: Speed.self).isAvailable == false)
            _ = try running.tool("toggle", "Speed", "on")
            _ = try notices.await(2)
            let gone = try dispatcher.request(Speed.go).get().perform()
            #expect(gone == "gone")
            #expect(dispatcher.status(of: Speed.self).constraints.map(\.source) == ["deeplinkd"])
            try dispatcher.setToggle(Speed.self, to: false)
            #expect(try running.tool("open", "t://go").output.contains("blocked.toggle.off"))
            try dispatcher.setToggle(Speed.self, to: true, for: .account("ann"))
            #expect(store.toggle(of: "Speed", for: .account("ann")) == .on)
            #expect(store.toggle(of: "Speed", for: .machine) == .off)
            store.forget(.account("ann"))
            // What changes after that is known only if the daemon is asked anew.
            _ = try running.tool("toggle", "Speed", "off", "--subject", "account:ann")
            try store.load(for: .account("ann"))
            #expect(store.toggle(of: "Speed", for: .account("ann")) == .off)
        }
    }

    @Test func `while the daemon is away toggles are unknown, and they are known again when it is back`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = DaemonToggleStore(DeepLinkDaemon(socket: folder.path(of: "socket")))
        let absent = #expect(throws: ToggleStoreError.self) { try store.load() }
        #expect(absent?.description.contains("no daemon is listening at \(folder.path(of: "socket"))") == true)
        #expect(throws: ToggleStoreError.self) { try store.setToggle(of: "Speed", to: true, for: .machine) }
        let running = try RunningDaemon(
            in: folder, table: Self.table, stateDirectory: try folder.makeFolder("state"))
        defer { running.program.kill() }
        try await lookFor("the first answer") { store.toggle(of: "Speed", for: .machine) == .unset }
        try store.setToggle(of: "Speed", to: true, for: .machine)
        running.program.kill()
        try await lookFor("the interruption") { Self.reason(store.toggle(of: "Speed", for: .machine)) != nil }
        let reason = Self.reason(store.toggle(of: "Speed", for: .machine))
        #expect(reason?.contains("closed the connection") == true, "\(reason ?? "")")
        try running.restartKilled()
        try await lookFor("the daemon again") { store.toggle(of: "Speed", for: .machine) == .on }
        try running.replaceTable(Self.table.replacing("require toggle off", with: ""))
        _ = try running.tool("reload")
        try await lookFor("the new table") { Self.reason(store.toggle(of: "Speed", for: .machine)) != nil }
    }

    @Test func `a change that the daemon refuses or does not answer is an error, and nothing is granted`() async throws
    {
        let daemon = DeepLinkDaemon(socket: "/nowhere")
        daemon.close()
        let closed = DaemonToggleStore(daemon)
        let problem = "the client was closed; make a new one"
        #expect(throws: ToggleStoreError.service(problem: problem)) { try closed.load() }
        #expect(throws: ToggleStoreError.service(problem: problem)) {
            try closed.setToggle(of: "Speed", to: true, for: .machine)
        }
        for answer in [#"{"parameters":{"features":[{"path":"Speed","toggle":"perhaps"}]}}"#, "{}", "[]", "x"] {
            let bytes = Array(answer.utf8) + [0]
            try await withScript({ _ in ScriptedDaemon.Answer(pieces: [bytes], isLast: false) }) { daemon in
                let store = DaemonToggleStore(daemon)
                #expect(throws: ToggleStoreError.self, "\(answer)") { try store.load() }
                #expect(Self.reason(store.toggle(of: "Speed", for: .machine)) != nil, "\(answer)")
                #expect(throws: ToggleStoreError.self, "\(answer)") {
                    try store.setToggle(of: "Speed", to: true, for: .machine)
                }
            }
        }
    }

    @Test func `two programs that switch one toggle at once agree in the end`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let stores = (0..<2).map { _ in DaemonToggleStore(DeepLinkDaemon(socket: running.socket)) }
            try await withThrowingTaskGroup { group in
                for store in stores {
                    group.addTask {
                        for number in 0..<10 {
                            try store.setToggle(of: "Speed", to: number % 2 == 0, for: .machine)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let last = try await DeepLinkDaemon(socket: running.socket).explain("t://go").outcome.code
            let reading: ToggleReading = last == "blocked.toggle.off" ? .off : .on
            for store in stores {
                try await lookFor("the last state") { store.toggle(of: "Speed", for: .machine) == reading }
            }
        }
    }
}

/// The program's side of the table's feature of that name.
private enum Speed: ConditionalFeature {
    static let description = "Speed"
    static let go = action(Go.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(go) }
}

private enum Go: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { "gone" }
}
