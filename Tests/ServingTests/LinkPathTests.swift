import Contract
import EventLoop
import Features
import Foundation
import Routing
import Tables
import TestTables
import Testing

@testable import Serving

/// A link that goes straight on beside one that waits: the reply must not depend on whether a step had to wait.
@Suite struct LinkPathTests {
    private static let table = #"""
        scheme t
        product pro {
            trial 14d
        }
        feature Free {
            action say {
                respond hello
            }
            action tell {
                input list slug
                input page uint
                input word string?
                respond "Opening \"$(list)\" at $(page), $(page): $(word)\\$(x)\n\t"
            }
            action list {
                input list slug
                input page int
                input on bool
                input id string
                respond
            }
            action long {
                input a string
                input b string
                input c string
                input d string
                input e string
                respond "$(e)$(d)$(c)$(b)$(a)"
            }
            action hide {
                input code string secret
                respond "$(code)"
            }
            action none {
                respond
            }
            action run {
                exec /bin/true
            }
            route say /say do say
            route none /none do none
            route tell /tell/$(list:slug)/$(page:uint) do tell
            route told /told/$(list:slug)/$(page:uint)/$(word) do tell
            route list /list/$(list:slug)/$(page:int)/$(on:bool)/$(id) do list
            route long /long/$(a)/$(b)/$(c)/$(d)/$(e) do long
            route hide /hide/$(code) do hide
            route tail /tail/$(list:slug)/$(page:uint) do tell {
                with word "a\"b"
            }
            route asked /asked/$(list:slug)/$(page:uint) do tell {
                query word:string?
            }
            route run /run do run
        }
        feature Shut {
            require runtime off
            require toggle off
            require permission camera
            require purchase pro
            action go {
                respond
            }
            route shut /shut do go
        }
        feature Hidden {
            visible no
            action go {
                respond "there"
            }
            route secret /secret do go
        }
        """#

    private static let urls = [
        "t://say", "t:say", "t:/say", "T://say", "t://none", "t://tell/rock/7", "t://tell/rock/9223372036854775807",
        "t://tell/rock/-7", "t://told/rock/7/a%20b", "t://told/rock/7/%22%5C%22", "t://told/rock/7/%C3%A4%F0%9F%8E%A7",
        "t://told/rock/7/ä", "t://list/rock/-9223372036854775808/true/%7F", "t://list/rock/0/false/~'()",
        "t://long/1/2/3/4/5", "t://hide/4711", "t://tail/rock/7", "t://asked/rock/7", "t://asked/rock/7?word=a+b",
        "t://asked/rock/7?word=a&word=b", "t://shut", "t://secret", "t://nothing", "t://tell", "u://say", "t://say//x",
        "", "https://a b/", "t://say#%", "t://told/rock/7/%FF",
        "t://told/rock/7/" + String(repeating: "%22", count: 300),
    ]

    /// One answer with its id taken out, as text.
    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing(/"outcomeId":"[0-9a-v]{13}"/, with: #""outcomeId":"·""#)
    }

    private func withServer(_ body: (Server) throws -> Void) throws {
        let loop = try Loop()
        let server = try makeServer(loop, Self.table, state: nil)
        try body(server)
        server.close()
        loop.run()
        try loop.close()
    }

    /// The reply to a link that goes straight on; nil where it has to wait.
    private func straight(
        _ url: String, _ caller: Caller, _ server: Server, to goal: LinkRequest.Goal = .perform
    ) -> String? {
        var writer = JSONWriter(Array("before".utf8))
        let request = LinkRequest(Target(url: url), caller: caller, subject: nil, goal: goal)
        switch server.path.take(request, writing: &writer) {
        case .answered: return Self.text(Array(writer.finish().dropFirst("before".utf8.count)))
        case .waits: return nil
        }
    }

    /// The reply to a link that has waited.
    private func waited(_ url: String, _ caller: Caller, _ server: Server) throws -> String {
        var outcome: Outcome?
        server.open(url, for: caller) { outcome = $0 }
        var writer = JSONWriter()
        OutcomeAnswer(try #require(outcome)).append(for: server.callers.audience(of: caller), to: &writer)
        return Self.text(writer.finish())
    }

    @Test(arguments: [UInt32(0), 1000])
    func `a URL gets the same bytes whether it goes straight on or waits`(uid: UInt32) throws {
        try withServer { server in
            let caller = Caller(uid: uid)
            for _ in 0..<2 {
                for url in Self.urls {
                    guard let straight = straight(url, caller, server) else { continue }
                    let later = try waited(url, caller, server)
                    #expect(later == straight, "\(url)")
                }
            }
        }
    }

    @Test func `answers with texts of the link go straight on, and what is secret, long or takes time does not`() throws
    {
        try withServer { server in
            func isStraight(_ url: String) -> Bool { straight(url, Caller(uid: 1000), server) != nil }
            for url in ["t://say", "t://none", "t://told/rock/7/x", "t://list/rock/1/true/x", "t://shut", "t://x", ""] {
                #expect(isStraight(url), "\(url)")
            }
            for url in ["t://hide/4711", "t://long/1/2/3/4/5", "t://tail/rock/7", "t://run"] {
                #expect(!isStraight(url), "\(url)")
            }
        }
    }

    @Test func `a switch, an override and the end of the daemon count from one call to the next`() throws {
        try withServer { server in
            let (caller, store) = (Caller(uid: 1000), server.snapshot.store)
            #expect(straight("t://say", caller, server)?.contains(#""class":"ok""#) == true)
            store.set(.runtime(DeepLinkingFeature.name), to: Fact(.off))
            let closed = straight("t://say", caller, server)
            let closedLater = try waited("t://say", caller, server)
            #expect(closed?.contains("blocked.feature.disabled") == true && closed == closedLater)
            store.set(.runtime(DeepLinkingFeature.name), to: nil)
            store.set(overrides: [.toggle("Shut"): Fact(.on)])
            #expect(straight("t://say", caller, server) == nil)
            let overridden = try waited("t://say", caller, server)
            #expect(overridden.contains(#""constraints":["#))
            server.shutDown {}
            #expect(straight("t://say", caller, server)?.contains("rejected.shuttingDown") == true)
        }
    }

    @Test func `without a table every link is pending`() throws {
        let loop = try Loop()
        let server = try Server(
            loop: loop, ruleset: nil, facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: .ofAllWings)
        #expect(straight("t://say", Caller(uid: 1000), server)?.contains("pending.table.invalid") == true)
        server.close()
        loop.run()
        try loop.close()
    }
}
