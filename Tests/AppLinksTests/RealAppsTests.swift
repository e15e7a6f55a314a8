import AppLinks
import Foundation
import TestSupport
import Testing

/// Association files and intent filters of three apps, written by hand after their public documentation.
@Suite struct RealAppsTests {
    private struct App: CustomTestStringConvertible {
        let name: String
        let hosts: [String]
        let apple: String
        let filters: [PlainIntentFilter]
        /// Links of the documentation.
        let links: [String]
        /// The list of links in the shared data, if it is there.
        var list: String?

        var testDescription: String { name }
    }

    private static func prefixes(_ texts: String...) -> [PlainIntentFilter.Path] {
        texts.map { .init(attribute: "pathPrefix", value: $0) }
    }

    private static let apps = [
        App(
            name: "Spotify", hosts: ["open.spotify.com", "play.spotify.com"],
            apple: #"""
                {"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.spotify.client","paths":["NOT /embed/*","/album/*",
                "/artist/*","/track/*","/playlist/*","/user/*","/episode/*","/show/*","/search/*","/intl-*/album/*","/genre/*"]}]}}
                """#,
            filters: [
                PlainIntentFilter(schemes: ["spotify"]),
                PlainIntentFilter(
                    schemes: ["https", "http"], hosts: ["open.spotify.com", "play.spotify.com"],
                    paths: prefixes(
                        "/album/", "/artist/", "/track/", "/playlist/", "/user/", "/episode/", "/show", "/intl-")),
            ],
            links: [
                "https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl?si=x", "spotify:track:11dFghVXANMlKmJXsNCbNl",
                "https://open.spotify.com/user/ann/playlist/37i9", "https://open.spotify.com/intl-de/album/1",
                "spotify://search/rock",
                "https://open.spotify.com/embed/track/1", "https://open.spotify.com/show/", "https://open.spotify.com/",
            ], list: "links/spotify.tsv"),
        App(
            name: "Telegram", hosts: ["t.me", "telegram.me", "telegram.dog"],
            apple: #"""
                {"applinks":{"details":[{"appIDs":["ABCDE12345.ph.telegra.Telegraph"],"components":[
                {"/":"/s/*","exclude":true},{"/":"/iv","?":{"url":"?*"}},{"/":"/iv","exclude":true},
                {"/":"/addstickers/*"},{"/":"/joinchat/*"},{"/":"/+*"},{"/":"/c/????*/*"},{"/":"/?*"}]}]}}
                """#,
            filters: [
                PlainIntentFilter(schemes: ["tg"]),
                PlainIntentFilter(schemes: ["https", "http"], hosts: ["t.me", "telegram.me", "telegram.dog"]),
            ],
            links: [
                "https://t.me/durov/5?single", "https://t.me/+abc", "https://t.me/s/durov",
                "https://t.me/iv?url=a.example&rhash=1",
                "https://t.me/joinchat/x", "tg://resolve?domain=durov&start=x", "tg:resolve?domain=durov",
                "https://t.me/c/1234567/8",
                "https://t.me/iv", "https://t.me/",
            ], list: "links/telegram.tsv"),
        App(
            name: "Wikipedia", hosts: ["**.wikipedia.org"],
            apple: #"""
                {"applinks":{"substitutionVariables":{"project":["wiki","w"]},"details":[{"appIDs":["ABCDE12345.org.wikimedia.wikipedia"],
                "components":[{"/":"/wiki/Special:*","exclude":true},{"/":"/wiki/*"},{"/":"/w/index.php","?":{"title":"?*"}},
                {"/":"/$(project)/q$(digit)$(digit)"}]}]}}
                """#,
            filters: [
                PlainIntentFilter(schemes: ["wikipedia"]),
                PlainIntentFilter(
                    schemes: ["https", "http"], hosts: ["*.wikipedia.org"],
                    paths: prefixes("/wiki/") + [
                        .init(attribute: "path", value: "/w/index.php"),
                        .init(attribute: "pathPattern", value: "/zh-.*/.*"),
                    ]),
            ],
            links: [
                "https://en.wikipedia.org/wiki/Swift_(bird)", "https://en.m.wikipedia.org/wiki/A/B",
                "https://en.wikipedia.org/wiki/",
                "https://de.wikipedia.org/w/index.php?title=Zug&action=edit", "https://en.wikipedia.org/w/q42",
                "https://en.wikipedia.org/wiki/Special:Random", "https://zh.wikipedia.org/zh-tw/x",
                "wikipedia://article/x",
            ]),
    ]

    /// The links of the documentation, those of the shared data, and random ones near them.
    private func links(of app: App) throws -> [String] {
        var links = app.links
        if let list = app.list, SharedData.has(list, for: "the links of \(app.name)"), let folder = SharedData.folder {
            let text = try String(contentsOf: folder.appendingPathComponent(list), encoding: .utf8)
            links += text.split(separator: "\n").compactMap { $0.split(separator: "\t").last.map(String.init) }
        }
        var random = SeededGenerator(for: "links of \(app.name)")
        let segments = links.flatMap { $0.split(separator: "/").dropFirst(2).map(String.init) }
        for _ in 0..<2000 {
            let link = links.randomElement(using: &random) ?? ""
            var parts = link.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            // In five segments no star stands for more than the four that a table has.
            guard parts.count > 3, parts.count < 8, let other = segments.randomElement(using: &random) else { continue }
            let place = Int.random(in: 3...parts.count, using: &random)
            if place == parts.count { parts.append(other) } else { parts[place] = other }
            links.append(parts.joined(separator: "/"))
        }
        return links
    }

    @Test(arguments: apps)
    private func `every link that the association file takes is taken`(_ app: App) throws {
        var options = ImportOptions()
        options.hosts = app.hosts
        let table = try MadeTable(.apple, app.apple, options)
        let file = try AppleFile(Array(app.apple.utf8))
        let rules = file.rules(of: try #require(file.apps.first))
        var (taken, other) = (0, 0)
        for url in try links(of: app) where url.hasPrefix("https://") {
            guard let link = WebLink(url), rules.take(link), let takes = table.takes(url) else {
                other += 1
                continue
            }
            taken += 1
            #expect(takes, "\(url)\n\(table.made.text)")
        }
        print("\(app.name), association file: \(taken) links taken, \(other) others, \(table.made.routes) routes")
        #expect(taken > 100)
    }

    @Test(arguments: apps)
    private func `every link that the intent filters take is taken`(_ app: App) throws {
        let table = try MadeTable(.android, PlainIntentFilter.manifest(app.filters), ImportOptions())
        var (taken, wrong) = (0, 0)
        for url in try links(of: app) {
            guard let takes = table.takes(url) else { continue }
            let isTaken = app.filters.contains { $0.takes(url) }
            if isTaken { taken += 1 }
            if takes != isTaken { wrong += 1 }
            #expect(takes || !isTaken, "\(url)\n\(table.made.text)")
        }
        print("\(app.name), intent filters: \(taken) links taken, \(table.made.routes) routes, \(wrong) wider")
        #expect(taken > 100)
    }
}
