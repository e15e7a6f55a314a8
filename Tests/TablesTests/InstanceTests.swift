import Conf
import Contract
import Foundation
import HostSystem
import Routing
import TestTables
import Testing

@testable import Tables

/// Which tables an instance of each kind reads.
@Suite struct InstanceTests {
    private static let serving = TablePurpose.serving(allowsPrograms: true)

    /// A package with one route.
    private static func package(_ name: String, _ lines: String = "", action: String = "respond hello") -> String {
        "package \(name)\n\(lines)" + table(name, action: action)
    }

    /// The table of an instance in a tree.
    private func source(
        _ folder: Folder, _ instance: Instance, allowsPrograms: Bool = true, data: String = "/share:/other",
        purpose: TablePurpose? = nil
    ) -> TableSource {
        let environment = instance == .user ? ["HOME": "/home", "XDG_DATA_DIRS": data] : [:]
        return TableSource(
            .folders(TableLocations.folders(of: instance, environment: environment)),
            purpose: purpose ?? .serving(allowsPrograms: allowsPrograms), instance: instance, root: folder.path)
    }

    private func routes(_ folder: Folder, _ instance: Instance) -> [String]? {
        source(folder, instance).load(keeping: []).ruleset?.routes.map(\.name)
    }

    @Test func `the folders of users have drop-ins for user instances alone, and no main file`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            for place in ["etc/deeplinkd/user", "usr/lib/deeplinkd/user", "share/deeplinkd", "other/deeplinkd"] {
                let name = place.replacingOccurrences(of: "/", with: "-")
                try folder.write("\(place)/routes.conf.d/\(name).conf", table(name))
                try folder.write("\(place)/routes.conf", "nonsense")
            }
            #expect(routes(folder, .system) == ["main"])
            #expect(
                routes(folder, .user) == [
                    "main", "etc-deeplinkd-user", "other-deeplinkd", "share-deeplinkd", "usr-lib-deeplinkd-user",
                ])
        }
    }

    @Test func `a file replaces those of its name in later folders, and no data folder replaces one of the machine`()
        throws
    {
        let places = [
            "home/.config/deeplinkd", "etc/deeplinkd/user", "etc/deeplinkd", "run/deeplinkd", "usr/lib/deeplinkd/user",
            "usr/lib/deeplinkd", "share/deeplinkd", "other/deeplinkd",
        ]
        try withFolder { folder in
            for (number, place) in places.enumerated() {
                try folder.write("\(place)/routes.conf.d/a.conf", table("from-\(number)"))
            }
            for number in places.indices {
                #expect(routes(folder, .user) == ["from-\(number)"])
                try FileManager.default.removeItem(atPath: "\(folder.path)/\(places[number])/routes.conf.d/a.conf")
            }
        }
    }

    @Test func `a data folder that others can write is left out with a warning, and the rest is served`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            try folder.write("share/deeplinkd/routes.conf.d/evil.conf", table("evil"))
            try folder.write("other/deeplinkd/routes.conf.d/good.conf", table("good"))
            for (name, mode) in [
                ("share/deeplinkd/routes.conf.d", 0o777), ("share/deeplinkd", 0o1777), ("share", 0o757),
                ("share/deeplinkd/routes.conf.d/evil.conf", 0o666),
            ] {
                try folder.set(name, mode: mode)
                let result = source(folder, .user).load(keeping: [])
                #expect(result.ruleset?.routes.map(\.name) == ["main", "good"], "\(name)")
                #expect(result.reports.map(\.code) == ["RT012"] && result.reports[0].severity == "warning")
                #expect(result.reports[0].message.contains("is writable by users other than its owner"))
                #expect(result.reports[0].message.hasSuffix(", so it is left out"))
                try folder.set(name, mode: name.hasSuffix(".conf") ? 0o644 : 0o755)
            }
            if HostFacts.userID == 0 {
                try folder.give("share/deeplinkd/routes.conf.d/evil.conf")
                #expect(routes(folder, .user) == ["main", "good"])
                try folder.give("share/deeplinkd/routes.conf.d/evil.conf", to: 0)
            }
            try folder.link("share/deeplinkd/routes.conf.d/gone.conf", to: "nowhere")
            #expect(routes(folder, .user) == ["main", "evil", "good"])
            // Without any other table it is the error.
            try FileManager.default.removeItem(atPath: folder.path + "/etc")
            try FileManager.default.removeItem(atPath: folder.path + "/other")
            try folder.set("share/deeplinkd", mode: 0o777)
            #expect(source(folder, .user).load(keeping: []).reports.map(\.code) == ["RT012"])
        }
    }

    @Test func `a package for user instances is no fault of the system instance, whatever it starts`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            let file = try folder.write(
                "usr/lib/deeplinkd/routes.conf.d/rezept.conf",
                Self.package("rezept", "instances user\n", action: "exec /usr/bin/no-such-program"))
            let system = source(folder, .system, allowsPrograms: false).load(keeping: [])
            #expect(system.reports.isEmpty)
            #expect(system.ruleset?.routes.map(\.name) == ["main"])
            #expect(system.packages.map(\.state) == [.otherInstance] && system.packages[0].instances == "user")
            #expect(system.packages.map(\.file) == [file] && system.packages[0].errors == 0)
            let user = source(folder, .user).load(keeping: [])
            #expect(user.packages.isEmpty && user.ruleset?.routes.map(\.name) == ["main", "rezept:rezept"])
            // A check of the installed tables says the same, and a check of the file alone judges it.
            let judged = source(folder, .system, purpose: .checkingInstalled)
            #expect(judged.judge(judged.read().set, allowsPrograms: false).result.diagnostics.hasErrors == false)
            let alone = TableSource(.files([file]), purpose: .checking)
            #expect(alone.judge(alone.read().set, allowsPrograms: false).result.ruleset?.routes.count == 1)
        }
    }

    @Test func `of packages in the folders of users the system instance takes the scopes alone, and no fault`() throws {
        try withFolder { folder in
            let place = "usr/lib/deeplinkd/user/routes.conf.d/"
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            try folder.write(place + "a.conf", Self.package("rezept", "instances system\nnonsense\n"))
            try folder.write(
                place + "b.conf", Self.package("thief").replacingOccurrences(of: "scheme thief", with: "scheme main"))
            try folder.write(place + "c.conf", "scheme bare\n")
            try folder.write(place + "d.conf", Self.package("open"), mode: 0o666)
            try folder.link(place + "e.conf", to: "nowhere")
            let result = source(folder, .system, allowsPrograms: false).load(keeping: [])
            let ruleset = try #require(result.ruleset)
            #expect(result.reports.isEmpty && ruleset.routes.map(\.name) == ["main"])
            #expect(result.packages.map(\.name) == ["rezept", "thief"])
            #expect(result.packages.allSatisfy { $0.state == .otherInstance })
            #expect(ruleset.scopes.map(\.name) == ["main", "rezept"])
            // A file of the machine takes the place of one for users.
            try folder.write("etc/deeplinkd/routes.conf.d/a.conf", table("other"))
            #expect(source(folder, .system).load(keeping: []).packages.map(\.name) == ["thief"])
        }
    }

    @Test func `without the line the system instance says first to write it`() throws {
        try withFolder { folder in
            let path = "usr/lib/deeplinkd/routes.conf.d/rezept.conf"
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            try folder.write(path, Self.package("rezept", action: "exec /bin/true"))
            let help = try #require(
                source(folder, .system, allowsPrograms: false).load(keeping: []).reports.first?.help)
            #expect(help.hasPrefix("write `instances user` below `package rezept`, or put the file into /usr/lib/"))
            #expect(help.hasSuffix("which the drop-in `exec.conf` relaxes"))
        }
    }

    // MARK: user-instances

    @Test func `with user-instances no a user instance serves the user's own tables alone`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main") + "user-instances no\n")
            for place in ["etc/deeplinkd", "etc/deeplinkd/user", "usr/lib/deeplinkd/user", "share/deeplinkd"] {
                try folder.write("\(place)/routes.conf.d/a.conf", table("other"))
            }
            let place = folder.path + "/etc/deeplinkd/routes.conf:8"
            let none = source(folder, .user).load(keeping: [])
            #expect(none.reports.isEmpty && none.ruleset?.routes.count == 0)
            #expect(none.ruleset?.withheldBy == place)
            // The user's own file takes the place of the one that says so, and changes nothing of it.
            try folder.write("home/.config/deeplinkd/routes.conf", table("own"))
            let own = source(folder, .user).load(keeping: [])
            #expect(own.ruleset?.routes.map(\.name) == ["own"] && own.ruleset?.withheldBy == place)
            #expect(routes(folder, .system) == ["main", "other"])
            // A daemon with a file of its own serves that.
            let named = TableSource(
                .files([folder.path + "/etc/deeplinkd/routes.conf"]), purpose: Self.serving, instance: .user)
            #expect(named.load(keeping: []).ruleset?.routes.map(\.name) == ["main"])
        }
    }

    @Test(arguments: ["home/.config/deeplinkd", "etc/deeplinkd/user", "share/deeplinkd"])
    func `user-instances in a file for users alone is an error`(place: String) throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            try folder.write("\(place)/routes.conf.d/a.conf", table("own") + "user-instances no\n")
            let reports = source(folder, .user).load(keeping: []).reports
            #expect(reports.map(\.code) == ["RT102"])
            #expect(reports.first?.help == "put the line into a file of /etc/deeplinkd, as its administrator")
        }
    }

    @Test func `what a package or a masked file says of user instances does not count`() throws {
        try withFolder { folder in
            try folder.write("etc/deeplinkd/routes.conf", table("main"))
            try folder.write("usr/lib/deeplinkd/routes.conf", table("old") + "user-instances no\n")
            #expect(routes(folder, .user) == ["main"])
            try folder.write("etc/deeplinkd/routes.conf.d/shop.conf", Self.package("shop", "user-instances no\n"))
            let result = source(folder, .user).load(keeping: [])
            #expect(result.ruleset?.withheldBy == nil && result.packages.map(\.state) == [.leftOut])
        }
    }
}
