import Contract
import EventLoop
import Features
import Foundation
import Routing
import Tables
import Testing

@testable import Serving

/// The short path of URLs beside the long one: what a caller gets must not depend on which of them served the call.
@Suite struct OpenPathTests {
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

    /// What the short path answers; nil where it leaves the call to the long one.
    private func short(_ url: String, _ caller: Caller, _ server: Server) throws -> String? {
        var writer = JSONWriter(Array("before".utf8))
        let bytes = url.utf8
        switch try #require(server.openPath).open(bytes.span, for: caller, to: &writer) {
        case .answered: return Self.text(Array(writer.finish().dropFirst("before".utf8.count)))
        case .cleared(let link):
            _ = link.release()
            return nil
        case .deferred: return nil
        }
    }

    /// What the long path answers.
    private func long(_ url: String, _ caller: Caller, _ server: Server) throws -> String {
        var outcome: Outcome?
        server.open(url, for: caller) { outcome = $0 }
        var bytes: [UInt8] = []
        let reply = Reply.outcome(try #require(outcome)).told(to: server.callers.audience(of: caller))
        ReplyEncoder.append(reply, to: &bytes)
        return Self.text(bytes)
    }

    @Test(arguments: [UInt32(0), 1000])
    func `a URL gets the same bytes on the short path and on the long one`(uid: UInt32) throws {
        try withServer { server in
            let caller = Caller(uid: uid)
            for _ in 0..<2 {
                for url in Self.urls {
                    guard let short = try short(url, caller, server) else { continue }
                    #expect(try long(url, caller, server) == short, "\(url)")
                }
            }
        }
    }

    @Test func `answers with texts of the link take the short path, and what is secret, long or takes time does not`()
        throws
    {
        try withServer { server in
            func isShort(_ url: String) throws -> Bool { try short(url, Caller(uid: 1000), server) != nil }
            for url in ["t://say", "t://none", "t://told/rock/7/x", "t://list/rock/1/true/x", "t://shut", "t://x", ""] {
                let isShort = try isShort(url)
                #expect(isShort, "\(url)")
            }
            for url in ["t://hide/4711", "t://long/1/2/3/4/5", "t://tail/rock/7", "t://run"] {
                let isShort = try isShort(url)
                #expect(!isShort, "\(url)")
            }
        }
    }

    @Test func `a switch, an override and the end of the daemon count from one call to the next`() throws {
        try withServer { server in
            let (caller, store) = (Caller(uid: 1000), server.snapshot.store)
            let open = try short("t://say", caller, server)
            #expect(open?.contains(#""class":"ok""#) == true)
            store.set(.runtime(DeepLinkingFeature.name), to: Fact(.off))
            let closed = try short("t://say", caller, server)
            let closedLong = try long("t://say", caller, server)
            #expect(closed?.contains("blocked.feature.disabled") == true && closed == closedLong)
            store.set(.runtime(DeepLinkingFeature.name), to: nil)
            store.set(overrides: [.toggle("Shut"): Fact(.on)])
            let overridden = try short("t://say", caller, server)
            let overriddenLong = try long("t://say", caller, server)
            #expect(overridden == nil && overriddenLong.contains(#""constraints":["#))
            server.shutDown {}
            #expect(server.openPath == nil)
        }
    }

    @Test func `without a table there is no short path`() throws {
        let loop = try Loop()
        let server = try Server(
            loop: loop, ruleset: nil, facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log())
        #expect(server.openPath == nil)
        server.close()
        loop.run()
        try loop.close()
    }
}
