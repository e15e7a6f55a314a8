import Conf
import Contract
import Foundation
import Invariants
import TestSupport
import Testing

@testable import Routing

// Nothing that is written in a table may trap, and no table that loads may let a link trap. The example is mutated by
// bytes, words and lines; a failing seed is repeated with DEEPLINKD_SEED.

@Suite struct RandomTableTests {
    private static let words = [
        "{", "}", "\"", "#", "$(x)", "$(x:**)", "**", "*", "/", "do", "in", "app", "=", "?", "uint", "@language", "a|b",
        "!at", "!x", "_", "exact", "flag", "x:flag", "x:switch", "under", "exclusive", "ranked", "/a/b", ".", "from",
        "$(_:uint)",
        "digits(6)", "/a[/]", "/[a/]b", "[/$(x)]", "[/", "]",
        "$(x:text(1..9))", "int(-1..5)", "hex(0)", "uint(9..1)",
        "-1", "separator", ":", ";", ",", "scheme",
        "9223372036854775808", "secret", "strict", "over", "episode", "route", "feature", "require", "except",
        "/episodes/*",
        "channel", "kind", "held", "latest", "for", "10m", "subscribe", "group", "durable", "start", "exec",
        "environment", "detach", "permission", "policy", "product", "source", "from", "file", "varlink", "consent",
        "store",
        "polkit", "device", "/run/$(uid)/c", "unix:/run/s", "io.e.G", "grace", "grants", "by", "camera", "package",
        "open", "to", "shop:x", "@shop:language",
        "\\u{1F399}", "é\u{301}", "limit", "width", "deny", "query", "fragment", "with", "\0", "\r", "\u{FEFF}",
    ]

    /// Channels of each kind, with all their lines; the example has none.
    private static let channels = """

        channel player {
            kind held
            hold 32 for 10m
            acknowledge within 30s
            redeliver yes
            overflow refuse
            subscribe group audio
            start exec /usr/bin/player --background
            durable
        }
        channel news {
            kind latest
            hold for 24h
            overflow drop-newest
        }
        feature Channels {
            action send {
                channel player
                detach
            }
            action tell {
                input title string secret
                channel news
            }
            route send /channels/send do send
            route tell /channels/$(title) do tell
        }

        """

    /// A scheme whose opaque form has a separator; the example has none.
    private static let spotify = """
        scheme spotify {
            separator ":"
        }

        """

    /// Groups of routes, one in the other; the example has none.
    private static let groups = """
        feature Groups {
            action take {
                input owner string?
                input page uint?
                respond
            }
            under /groups/$(owner:slug) {
                ranked start game
                query page:uint?
                route group . do take
                route start . do take {
                    query start _
                }
                under /inner {
                    exclusive a b
                    route inner /x do take {
                        query a _
                    }
                    route game / do take {
                        query game _
                        query b _
                    }
                }
            }
            under /several[/$(owner:slug)] {
                route several . /page/$(page:uint)[/] /x/* do take {
                    except /several/page/7
                }
            }
        }

        """

    private func mutated(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let line = Int.random(in: 0..<lines.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: lines.remove(at: line)
            case 1: lines.insert(lines[Int.random(in: 0..<lines.count, using: &generator)], at: line)
            case 2: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &generator))
            case 3:
                var words = lines[line].split(separator: 0x20).map(Array.init)
                let word = Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
                words.insert(Array(word.utf8), at: Int.random(in: 0...words.count, using: &generator))
                lines[line] = Array(words.joined(separator: [0x20]))
            case 4:
                let words = lines[line].split(separator: 0x20).map(Array.init)
                let kept = Int.random(in: 0...words.count, using: &generator)
                lines[line] = Array(words.prefix(kept).joined(separator: [0x20]))
            default:
                guard !lines[line].isEmpty else { continue }
                let at = Int.random(in: 0..<lines[line].count, using: &generator)
                lines[line][at] = UInt8.random(in: 0...255, using: &generator)
            }
            if lines.isEmpty { lines = [[]] }
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    @Test(.enabled(if: SlowTests.run))
    func `a table of any text is loaded or refused, and what it loads decides any link`() throws {
        var generator = SeededGenerator(for: "a table of any text is loaded or refused")
        let example = try Tables.packageFile("routes.conf") + Array((Self.channels + Self.groups + Self.spotify).utf8)
        var loaded = 0
        for _ in 0..<400 {
            let bytes = mutated(example, &generator)
            switch TableInvariants.check(bytes, links: (0..<40).map { _ in Self.url(&generator) }) {
            case .accepted: loaded += 1
            case .refused: continue
            case .broken(let rule): Issue.record("\(rule): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(loaded > 0)
    }

    private static func url(_ generator: inout SeededGenerator) -> String {
        let parts = [
            "podcast:", "https://podcasts.example", "spotify:", ":", "//", "/", "episodes", "7", "favourites", "rock",
            "private",
            "downloads", "groups", "several", "inner", "start", "game", "a", "b", "page",
            "shows", "de", "clips", "new", "sleep", "?", "&", "=", "at", "title", "minutes", "%20", "%FF", "%00", "#",
            "-1", "é",
            "internal", "turbo", "latest", "%2F", "..", "+",
        ]
        let start = parts[Int.random(in: 0..<3, using: &generator)]
        return (0..<Int.random(in: 0..<10, using: &generator)).reduce(start) { url, _ in
            url + parts[Int.random(in: 2..<parts.count, using: &generator)]
        }
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(3))))
    func `errors without number cost what they are, and are counted`() {
        let lines = 10_000
        let tables = [
            String(repeating: "}\n", count: lines), String(repeating: "a {\n", count: lines),
            String(repeating: "frobnicate x\n", count: lines), String(repeating: "scheme 7s\n", count: lines),
            "feature F {\n" + (0..<lines).map { "route r\($0) /x do absent\($0)\n" }.joined() + "}\n",
            "feature F {\n" + (0..<lines).map { "action a\($0) {\nrespond $(x\($0))\n}\n" }.joined() + "}\n",
            (0..<lines).map { "feature F\($0) {\nrequire purchase p\($0)\n}\n" }.joined(),
            "channel c {\n" + (0..<lines).map { "subscribe user u\($0)\n" }.joined() + "}\n",
            (0..<lines).map { "channel c\($0) {\nkind sticky\ndurable\n}\n" }.joined(),
            "scheme " + (0..<lines).map { "s\($0)" }.joined(separator: " ") + "\n",
            "x " + String(repeating: "\"\\q\" ", count: lines),
        ]
        for table in tables {
            let result = Tables.load(table)
            #expect(result.diagnostics.kept.count <= Limits.diagnostics)
            _ = Tables.printed(result)
        }
    }
}
