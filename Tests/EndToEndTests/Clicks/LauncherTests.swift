import Contract
import Foundation
import Testing

/// Links that the launchers of a desktop open, on their way to the daemon and its subscribers.
@Suite struct LauncherTests {
    private static let table = """
        scheme podcast
        channel player {
            kind held
        }
        feature Playback {
            action play {
                input id uint
                channel player
            }
            route play /play/$(id:uint) do play
        }
        """

    @Test func `a click reaches a subscriber once, with the token, whatever launches it`() throws {
        try DesktopSession.with { session in
            try withDaemon(in: session.folder, table: Self.table) { daemon in
                try session.serve(daemon.socket)
                let subscriber = Subscriber(client: try daemon.connect(), other: try daemon.connect())
                try subscriber.begin("player")
                let launchers = try ClickLauncher.available(in: session, for: "a click reaches a subscriber")
                for (number, launcher) in launchers.enumerated() {
                    let running = try launcher.start("podcast://play/\(number)", token: "token-\(number)", in: session)
                    let link = try subscriber.link()
                    try subscriber.acknowledge(link)
                    #expect(try running.wait() == .code(0))
                    #expect(link["activationToken"].text == "token-\(number)", "\(launcher): \(link)")
                    #expect(link["url"].text == "podcast://play/\(number)")
                    try Patience.lookFor("the record of the click") { session.runs.count == number + 1 }
                }
                #expect(session.runs == launchers.indices.map { "podcast://play/\($0)" })
                #expect(try !subscriber.client.hasAnswer())
                #expect(session.browsed.isEmpty)
            }
        }
    }

    /// An outcome of each class.
    private static let codes: [OutcomeCode] = [
        .okPerformed, .routeNotFound, .toggleOff, .pendingUndetermined, .failedExit, .unknownEffect,
    ]

    /// Answers `Open` by the code that the link names, and counts the links.
    private static func daemon(at path: String) throws -> ScriptedDaemon {
        try ScriptedDaemon(at: path) { call in
            guard let code = codes.first(where: { call.contains("podcast://\($0.rawValue)") }) else { return nil }
            let outcome =
                #""outcomeId":"id-\#(code.rawValue)","class":"\#(code.outcomeClass.rawValue)","code":"\#(code.rawValue)""#
            return [#"{"parameters":{"outcome":{\#(outcome),"message":"A sentence."}}}"#]
        }
    }

    @Test func `the handler runs once for an outcome of each class, whatever launches it`() throws {
        #expect(Set(Self.codes.map(\.outcomeClass)) == Set(OutcomeClass.allCases))
        try DesktopSession.with { session in
            let socket = session.folder.path(of: "scripted")
            let daemon = try Self.daemon(at: socket)
            defer { daemon.stop() }
            try session.serve(socket)
            // A second handler, that of the system, for launchers that try it.
            let others = try session.folder.makeFolder("dirs/applications")
            try session.install("io.deeplinkd.Links", in: others)
            let launchers = try ClickLauncher.available(in: session, for: "the handler runs once")
            for launcher in launchers {
                for code in Self.codes {
                    try launcher.click("podcast://\(code.rawValue)", in: session)
                    try Patience.lookFor("\(code) by \(launcher)") {
                        session.lastClick?["outcomeId"].text == "id-" + code.rawValue
                    }
                }
            }
            let urls = Self.codes.map { "podcast://\($0.rawValue)" }
            #expect(session.runs == Array(repeatElement(urls, count: launchers.count).joined()))
            #expect(session.browsed.isEmpty)
        }
    }

    @Test func `without a display xdg-open gives the next program of BROWSER what no route is for`() throws {
        try DesktopSession.with { session in
            guard HostPrograms.paths(of: ["xdg-open"], for: "BROWSER") != nil else { return }
            let socket = session.folder.path(of: "scripted")
            let daemon = try Self.daemon(at: socket)
            defer { daemon.stop() }
            try session.serve(socket)
            var environment = session.environment
            environment["DISPLAY"] = nil
            environment["BROWSER"] = "\(Products.tool) handle --or-fail %s:" + session.folder.path(of: "bin/browser")
            for code in Self.codes {
                let words = ["xdg-open", "podcast://\(code.rawValue)"]
                #expect(try Program.run("/usr/bin/env", words, environment: environment).exit == .code(0))
                #expect(session.lastClick?["code"].text == code.rawValue)
            }
            #expect(session.browsed == ["podcast://" + OutcomeCode.routeNotFound.rawValue])
        }
    }

    @Test func `a handler that exits by the class runs twice, and the browser gets the link too`() throws {
        try DesktopSession.with(command: "open") { session in
            let socket = session.folder.path(of: "scripted")
            let daemon = try Self.daemon(at: socket)
            defer { daemon.stop() }
            try session.serve(socket)
            try session.install("io.deeplinkd.Links", in: try session.folder.makeFolder("dirs/applications"))
            let url = "podcast://" + OutcomeCode.toggleOff.rawValue
            try ClickLauncher.retrying.click(url, in: session)
            #expect(session.runs == [url, url] && session.browsed == [url])
        }
    }
}
