import Conf
import Contract
import EventLoop
import Foundation
import Routing
import TestTables
import Testing

@testable import Tables

@Suite struct TableLookupTests {
    private static let folders = TableLocations.folders(of: .system, environment: [:])

    /// The results for the files of a tree, by their paths in it.
    private func fates(_ folder: Folder, _ purpose: TablePurpose = .serving(allowsPrograms: true)) -> [String] {
        let lookup = TableLookup(
            Self.folders.map { $0.below(folder.path) }, purpose: purpose,
            environment: LoadEnvironment(host: purpose, wings: .ofAllWings))
        func short(_ path: String) -> String {
            path.replacingOccurrences(of: folder.path, with: "").replacingOccurrences(
                of: "/deeplinkd/routes.conf", with: "")
        }
        return lookup.entries.map { entry in
            switch entry.fate {
            case .read: short(entry.path)
            case .masks: short(entry.path) + " masks"
            case .overridden(let path): short(entry.path) + " by " + short(path)
            }
        } + lookup.faults.map { short($0.path) + " " + $0.fault.code.rawValue }
    }

    /// Each tree as its files, and their results; a name alone is the main file, one with a slash a drop-in.
    @Test(
        arguments: [
            ([], []),
            (["/etc", "/run", "/usr/lib"], ["/etc", "/run by /etc", "/usr/lib by /etc"]),
            (["/run", "/usr/lib"], ["/run", "/usr/lib by /run"]),
            (["/usr/lib"], ["/usr/lib"]),
            (
                ["/usr/lib", "/etc/b.conf", "/usr/lib/a.conf", "/run/c.conf"],
                ["/usr/lib", "/usr/lib.d/a.conf", "/etc.d/b.conf", "/run.d/c.conf"]
            ),
            (
                ["/etc/a.conf", "/run/a.conf", "/usr/lib/a.conf", "/run/b.conf", "/usr/lib/b.conf"],
                [
                    "/etc.d/a.conf", "/run.d/a.conf by /etc.d/a.conf", "/usr/lib.d/a.conf by /etc.d/a.conf",
                    "/run.d/b.conf", "/usr/lib.d/b.conf by /run.d/b.conf",
                ]
            ),
            (
                ["/etc/a.conf~", "/etc/.a.conf", "/etc/README", "/etc/a.conf.dpkg-old", "/etc/Z.conf", "/etc/é.conf"],
                ["/etc.d/Z.conf", "/etc.d/é.conf"]
            ),
        ] as [([String], [String])])
    func `each name counts once, from the first folder, and drop-ins are read in order of their names`(
        names: [String], fates: [String]
    )
        throws
    {
        try withFolder { folder in
            for name in names {
                let parts = Self.folders.map { $0.path.replacingOccurrences(of: "/deeplinkd", with: "") }
                let start = try #require(parts.first { name.hasPrefix($0) })
                let rest = name.dropFirst(start.count)
                try folder.write(start + "/deeplinkd/routes.conf" + (rest.isEmpty ? "" : ".d" + rest), "# text\n")
            }
            #expect(self.fates(folder) == fates)
        }
    }

    @Test func `an empty file and a link to the null device mask later files of the same name`() throws {
        try withFolder { folder in
            for name in ["a", "b", "c"] { try folder.write("usr/lib/deeplinkd/routes.conf.d/\(name).conf", "# text\n") }
            try folder.write("usr/lib/deeplinkd/routes.conf", "# text\n")
            try folder.write("etc/deeplinkd/routes.conf")
            try folder.write("etc/deeplinkd/routes.conf.d/a.conf")
            try folder.link("run/deeplinkd/routes.conf.d/b.conf", to: "/dev/null")
            try folder.link("run/deeplinkd/routes.conf.d/d.conf", to: "../routes.conf.d/b.conf")
            #expect(
                fates(folder) == [
                    "/etc masks", "/usr/lib by /etc", "/etc.d/a.conf masks", "/usr/lib.d/a.conf by /etc.d/a.conf",
                    "/run.d/b.conf masks", "/usr/lib.d/b.conf by /run.d/b.conf", "/usr/lib.d/c.conf",
                    "/run.d/d.conf masks",
                ])
        }
    }

    @Test func `a dangling link masks no file and is an error`() throws {
        try withFolder { folder in
            try folder.link("etc/deeplinkd/routes.conf.d/a.conf", to: "nowhere")
            try folder.write("usr/lib/deeplinkd/routes.conf.d/a.conf", table("a"))
            #expect(fates(folder) == ["/etc.d/a.conf", "/usr/lib.d/a.conf by /etc.d/a.conf"])
            let source = TableSource(.folders(Self.folders), purpose: .checkingInstalled, root: folder.path)
            #expect(source.load().diagnostics.inOrder.map(\.code) == [.unreadableFile])
        }
    }

    @Test func `a folder with a table that others can write is refused`() throws {
        try withFolder { folder in
            try folder.write("run/deeplinkd/socket")
            try folder.set("run/deeplinkd", mode: 0o777)
            try folder.write("etc/deeplinkd/routes.conf", table("t"))
            #expect(fates(folder) == ["/etc"])
            try folder.set("etc/deeplinkd", mode: 0o775)
            #expect(fates(folder) == ["/etc", "/etc/deeplinkd RT012"])
            try folder.set("etc/deeplinkd", mode: 0o755)
            try folder.write("etc/deeplinkd/routes.conf.d/a.conf", table("a"))
            try folder.set("etc/deeplinkd/routes.conf.d", mode: 0o757)
            #expect(fates(folder) == ["/etc", "/etc.d RT012"])
            #expect(fates(folder, .checkingInstalled) == ["/etc", "/etc.d/a.conf"])
        }
    }

    /// The paths for an instance.
    private static func paths(_ instance: Instance, _ environment: [String: String]) -> [String] {
        TableLocations.folders(of: instance, environment: environment).map(\.path)
    }

    @Test func `a user's folder goes before the machine's, and those of XDG_DATA_DIRS come last`() {
        let machine = ["/etc", "/run", "/usr/lib"].map { $0 + "/deeplinkd" }
        let forUsers = ["/etc/deeplinkd/user"] + machine[..<2] + ["/usr/lib/deeplinkd/user", "/usr/lib/deeplinkd"]
        let usual = ["/usr/local/share/deeplinkd", "/usr/share/deeplinkd"]
        #expect(Self.paths(.user, ["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == ["/x/deeplinkd"] + forUsers + usual)
        #expect(Self.paths(.user, ["XDG_CONFIG_HOME": "x", "HOME": "/h"])[0] == "/h/.config/deeplinkd")
        #expect(Self.paths(.user, ["HOME": "h", "XDG_DATA_DIRS": ""]) == forUsers + usual)
        // No environment makes the system instance read what is for users.
        #expect(Self.paths(.system, ["XDG_DATA_DIRS": "/evil"]) == machine)
        #expect(Self.paths(.system, ["HOME": "/h", "XDG_DATA_DIRS": "/evil"]) == ["/h/.config/deeplinkd"] + machine)
    }

    @Test(arguments: [
        ("/a:/b", ["/a", "/b"]), ("/a/:/a://", ["/a", "/"]), ("a:../b::/c", ["/c"]), ("relative", []),
        ("/usr/lib:/a", ["/a"]),
    ])
    func `of XDG_DATA_DIRS absolute folders count, each once`(value: String, folders: [String]) {
        let found = Self.paths(.user, ["XDG_DATA_DIRS": value]).dropFirst(5)
        #expect(Array(found) == folders.map { $0 + "/deeplinkd" })
    }

    @Test func `of a long XDG_DATA_DIRS the first folders count`() {
        let value = (0..<1000).map { "/d\($0)" }.joined(separator: ":")
        #expect(UserFolders.data(["XDG_DATA_DIRS": value]) == (0..<Limits.dataFolders).map { "/d\($0)" })
    }
}
