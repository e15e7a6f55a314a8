import Foundation
import Glibc
import Testing

@testable import HostSystem

/// Walks through real folders: owners and modes on the way decide.
@Suite struct TrustRuleTests {
    /// An item to create below the test's own folder.
    enum Item: Sendable {
        case folder(String, Int = 0o755, owner: UInt32? = nil, group: UInt32? = nil)
        case file(String, Int = 0o644, owner: UInt32? = nil, group: UInt32? = nil)
        /// `%` in the target stands for the test's own folder.
        case link(String, to: String, owner: UInt32? = nil)

        func make(in base: String) throws {
            switch self {
            case .folder(let name, let mode, let owner, let group):
                let path = base + "/" + name
                try #require(unsafe mkdir(path, 0o700) == 0)
                try #require(unsafe lchown(path, owner ?? .max, group ?? .max) == 0)
                try #require(unsafe chmod(path, mode_t(mode)) == 0)
            case .file(let name, let mode, let owner, let group):
                let path = base + "/" + name
                try Data().write(to: URL(fileURLWithPath: path))
                try #require(unsafe lchown(path, owner ?? .max, group ?? .max) == 0)
                try #require(unsafe chmod(path, mode_t(mode)) == 0)
            case .link(let name, let target, let owner):
                let path = base + "/" + name
                try #require(unsafe symlink(target.replacing("%", with: base), path) == 0)
                try #require(unsafe lchown(path, owner ?? .max, .max) == 0)
            }
        }
    }

    /// A tree, a path in it, and the result of the walk: its end, the code of its error, or its fault.
    struct Row: Sendable {
        let items: [Item]
        let path: String
        let result: String
        var user: UInt32?
        var privateGroup: UInt32?
    }

    private static let others: UInt32 = 65_534
    private static let group: UInt32 = 4242

    /// The result of a walk, without the path of the test's own folder.
    private func result(_ rule: TrustRule, _ path: String, in base: String) -> String {
        var text = ""
        let thrown = error { () throws(LoopError) in text = try rule.walk(path, to: "test", judgesAbsence: true).path }
        switch thrown {
        case .untrusted(let fault)?: text = fault.sentence
        case .failed(let task, _, let code)?: text = task == "test" ? code.name : "\(task)?"
        case let other?: text = "\(other)"
        case nil: break
        }
        return text.replacing(base, with: "")
    }

    private func check(_ row: Row, _ location: SourceLocation = #_sourceLocation) throws {
        try withTree { base in
            for item in row.items { try item.make(in: base) }
            let rule = TrustRule(userID: row.user ?? HostFacts.userID, privateGroupID: row.privateGroup)
            #expect(result(rule, base + "/" + row.path, in: base) == row.result, sourceLocation: location)
        }
    }

    private func withTree(_ body: (String) throws -> Void) throws {
        let base = "/tmp/deeplinkd-trust-\(UUID().uuidString)"
        try #require(unsafe mkdir(base, 0o755) == 0)
        defer { try? FileManager.default.removeItem(atPath: base) }
        try body(base)
    }

    // MARK: Modes

    private static func folder(_ path: String, _ mode: String) -> String {
        "the folder \(path) is writable by users other than its owner (mode \(mode))"
    }

    private static func absent(_ path: String, _ folder: String, _ mode: String) -> String {
        "\(path) does not exist, and other users can create it in the folder \(folder) (mode \(mode))"
    }

    private static let deep: [Item] = [.folder("a"), .folder("a/b"), .file("a/b/x")]

    static let modes: [Row] =
        [0o600, 0o644, 0o444, 0o755, 0o4755].map { Row(items: [.file("x", $0)], path: "x", result: "/x") }
        + [(0o664, "0664"), (0o646, "0646"), (0o622, "0622"), (0o1666, "1666")].map {
            Row(
                items: [.file("x", $0.0)], path: "x",
                result: "/x is writable by users other than its owner (mode \($0.1))")
        }
        + [
            Row(items: deep, path: "a/b/x", result: "/a/b/x"),
            Row(items: deep, path: "a/b", result: "/a/b"),
            Row(items: deep, path: "a//./b/./x", result: "/a/b/x"),
            Row(items: deep, path: "a/b/../b/x", result: "/a/b/x"),
            Row(items: [.folder("a", 0o777), .file("a/x")], path: "a/x", result: folder("/a", "0777")),
            Row(items: [.folder("a", 0o775), .file("a/x")], path: "a/x", result: folder("/a", "0775")),
            Row(items: [.folder("a", 0o757), .file("a/x")], path: "a/x", result: folder("/a", "0757")),
            Row(
                items: [.folder("a", 0o777), .folder("a/b"), .file("a/b/x")], path: "a/b/x",
                result: folder("/a", "0777")),
            Row(items: [.folder("w", 0o777), .file("x")], path: "w/../x", result: folder("/w", "0777")),
            // A slash with an accent is one Swift character, and a slash to the kernel.
            Row(
                items: [.folder("\u{301}w", 0o777), .file("\u{301}w/x")], path: "\u{301}w/x",
                result: folder("/\u{301}w", "0777")),
        ]

    /// Missing files, and sticky folders.
    static let sticky: [Row] = [
        Row(items: [.folder("a")], path: "a/x", result: "ENOENT"),
        Row(items: [.folder("a")], path: "a/b/x", result: "ENOENT"),
        Row(items: deep, path: "a/b/x/y", result: "ENOTDIR"),
        Row(items: deep, path: "a/b/x/..", result: "ENOTDIR"),
        Row(items: [.folder("a", 0o777)], path: "a/x", result: folder("/a", "0777")),
        Row(items: [.folder("s", 0o1777), .file("s/x")], path: "s/x", result: "/s/x"),
        Row(items: [.folder("s", 0o1770), .folder("s/a"), .file("s/a/x")], path: "s/a/x", result: "/s/a/x"),
        Row(
            items: [.folder("s", 0o1777), .file("s/x", 0o666)], path: "s/x",
            result: "/s/x is writable by users other than its owner (mode 0666)"),
        Row(items: [.folder("s", 0o1777)], path: "s/x", result: absent("/s/x", "/s", "1777")),
        Row(items: [.folder("s", 0o1770)], path: "s/a/x", result: absent("/s/a", "/s", "1770")),
        Row(items: [.folder("s", 0o1755)], path: "s/x", result: "ENOENT"),
        Row(items: [.folder("s", 0o1777), .link("l", to: "s/x")], path: "l", result: absent("/s/x", "/s", "1777")),
    ]

    /// Links, with the folders on the way to their targets.
    static let links: [Row] = [
        Row(items: deep + [.link("l", to: "a/b/x")], path: "l", result: "/a/b/x"),
        Row(items: deep + [.link("l", to: "%/a/b/x")], path: "l", result: "/a/b/x"),
        Row(items: deep + [.link("l", to: "a")], path: "l/b/x", result: "/a/b/x"),
        Row(items: deep + [.link("l", to: "a/")], path: "l/b/x", result: "/a/b/x"),
        Row(items: deep + [.link("l", to: "a")], path: "l/../l/b", result: "/a/b"),
        Row(
            items: deep + [.link("l", to: "m"), .link("m", to: "n/b"), .link("n", to: "a")], path: "l/x",
            result: "/a/b/x"),
        Row(items: deep + [.folder("d"), .link("d/l", to: "../a/b/x")], path: "d/l", result: "/a/b/x"),
        Row(items: deep + [.folder("d"), .link("d/l", to: "../a/./b//../b/x")], path: "d/l", result: "/a/b/x"),
        Row(items: deep + [.link("l", to: "../../../../../..%/a/b/x")], path: "l", result: "/a/b/x"),
        Row(items: [.link("l", to: "nowhere")], path: "l", result: "ENOENT"),
        Row(items: [.link("l", to: "l")], path: "l", result: "ELOOP"),
        Row(items: [.link("l", to: "m"), .link("m", to: "l")], path: "l/x", result: "ELOOP"),
        Row(
            items: [.folder("w", 0o777), .file("w/x"), .link("l", to: "w/x")], path: "l", result: folder("/w", "0777")),
        Row(
            items: [.folder("w", 0o777), .file("x"), .link("l", to: "w/../x")], path: "l", result: folder("/w", "0777")),
        Row(
            items: deep + [.folder("w", 0o777), .link("w/l", to: "../a")], path: "w/l/b/x", result: folder("/w", "0777")
        ),
        Row(items: deep + [.folder("s", 0o1777), .link("s/l", to: "../a")], path: "s/l/b/x", result: "/a/b/x"),
        chain(of: 40, result: "/x"), chain(of: 41, result: "ELOOP"),
    ]

    private static func chain(of count: Int, result: String) -> Row {
        let links = (0..<count).map { Item.link("l\($0)", to: $0 == 0 ? "x" : "l\($0 - 1)") }
        return Row(items: [.file("x")] + links, path: "l\(count - 1)", result: result)
    }

    @Test(arguments: modes + sticky + links)
    func `no component of the path may be writable by other users`(_ row: Row) throws {
        try check(row)
    }

    @Test func `a missing file is judged only if it is to be started`() throws {
        try withTree { base in
            try Item.folder("s", 0o1777).make(in: base)
            let rule = TrustRule.ofThisProcess
            for isProgram in [false, true] {
                let thrown = error { () throws(LoopError) in
                    _ = try rule.walk(base + "/s/x", to: "test", judgesAbsence: isProgram)
                }
                #expect(thrown?.codeName == (isProgram ? nil : "ENOENT"))
            }
            let read = error { () throws(LoopError) in
                _ = try FileReader.read(base + "/s/x", byteLimit: 1, trusting: rule)
            }
            #expect(read?.codeName == "ENOENT")
        }
    }

    @Test func `a device is not judged, and a path with a NUL byte is refused`() throws {
        let rule = TrustRule.ofThisProcess
        #expect(try rule.walk("/dev/null", to: "test").path == "/dev/null")
        #expect(try rule.walk("/", to: "test").path == "/")
        #expect(try rule.walk("/../..", to: "test").path == "/")
        #expect(result(rule, "", in: "-") == "ENOENT")
        let thrown = error { () throws(LoopError) in _ = try rule.walk("/a\0b", to: "test") }
        #expect(thrown == .unusableText("/a\0b"))
    }

    @Test func `a relative path begins in the working folder`() throws {
        let folder = try HostFacts.workingFolder()
        let rule = TrustRule.ofThisProcess
        guard rule.fault(of: folder) == nil else {
            return print("skipped: the working folder can be written by others")
        }
        #expect(try rule.walk(".", to: "test").path == folder)
        #expect(try rule.walk("./Package.swift", to: "test").path == folder + "/Package.swift")
    }

    @Test func `a folder is listed only if no other user can add names to it, sticky or not`() throws {
        for (mode, isTrusted) in [(0o755, true), (0o1755, true), (0o1777, false), (0o1775, false), (0o777, false)] {
            try withTree { base in
                try Item.folder("a", mode).make(in: base)
                try Item.link("l", to: "a").make(in: base)
                let rule = TrustRule.ofThisProcess
                let fault = PathFault(path: base + "/a", kind: .folder, reason: .writable(mode: UInt32(mode)))
                #expect(rule.fault(ofListed: base + "/l") == (isTrusted ? nil : fault))
                let thrown = error { () throws(LoopError) in
                    _ = try FolderReader.read(base + "/l", nameLimit: 9, trusting: rule)
                }
                #expect(thrown == (isTrusted ? nil : .untrusted(fault)))
            }
        }
    }

    @Test func `a fault names the path at fault and the remedy`() {
        let rows: [(PathFault.Kind, PathFault.Reason, String)] = [
            (
                .folder, .owner(userID: 1000),
                "the folder /a belongs to uid 1000, who could change it; "
                    + "make root the owner with `chown root /a`, or use another path"
            ),
            (
                .link, .owner(userID: 1),
                "the link /a belongs to uid 1, who could change it; "
                    + "make root the owner of the link with `chown -h root /a`, or use another path"
            ),
            (
                .file, .writable(mode: 0o100_020),
                "/a is writable by users other than its owner (mode 0020); run `chmod go-w /a`, or use another path"
            ),
            (
                .file, .absent(folder: "/", mode: 0o1777),
                "/a does not exist, and other users can create it in the folder / (mode 1777); "
                    + "create it first, or use a folder that only its owner can write"
            ),
        ]
        for (kind, reason, text) in rows {
            #expect(LoopError.untrusted(PathFault(path: "/a", kind: kind, reason: reason)).description == text)
        }
    }

    // MARK: Owners and groups

    private static func owned(_ name: String) -> String { "\(name) belongs to uid 65534, who could change it" }

    static let owners: [Row] = [
        Row(items: [.file("x", owner: others)], path: "x", result: owned("/x")),
        Row(items: [.file("x", owner: others)], path: "x", result: "/x", user: others),
        Row(items: [.folder("a", owner: others), .file("a/x")], path: "a/x", result: owned("the folder /a")),
        Row(items: [.folder("a", owner: others), .file("a/x")], path: "a/x", result: "/a/x", user: others),
        Row(
            items: [.folder("a", owner: others), .folder("a/b"), .file("a/b/x")], path: "a/b/x",
            result: owned("the folder /a")),
        // A link in root's folder, to root's file.
        Row(items: deep + [.link("l", to: "a/b/x", owner: others)], path: "l", result: owned("the link /l")),
        Row(items: deep + [.link("l", to: "a/b/x", owner: others)], path: "l", result: "/a/b/x", user: others),
        Row(
            items: deep + [.link("l", to: "m"), .link("m", to: "a", owner: others)], path: "l/b/x",
            result: owned("the link /m")),
        // Root's link into another user's folder, and through another user's link.
        Row(
            items: [.folder("t", owner: others), .file("t/x"), .link("l", to: "t/x")], path: "l",
            result: owned("the folder /t")),
        Row(
            items: [.folder("t", owner: others), .file("x"), .link("l", to: "t/../x")], path: "l",
            result: owned("the folder /t")),
        Row(items: [.folder("s", 0o1777), .file("s/x", owner: others)], path: "s/x", result: owned("/s/x")),
        Row(
            items: [.folder("s", 0o1777), .folder("s/a", owner: others), .file("s/a/x")], path: "s/a/x",
            result: owned("the folder /s/a")),
        Row(
            items: deep + [.folder("s", 0o1777), .link("s/l", to: "../a/b/x", owner: others)], path: "s/l",
            result: owned("the link /s/l")),
        Row(items: [.folder("s", 0o1777, owner: others), .file("s/x")], path: "s/x", result: owned("the folder /s")),
        // Every user trusts root's files; only another user trusts that user's own.
        Row(items: deep, path: "a/b/x", result: "/a/b/x", user: others),
        Row(items: [.file("x", owner: 1)], path: "x", result: "/x belongs to uid 1, who could change it", user: others),
    ]

    static let groups: [Row] = [
        Row(
            items: [.folder("a", 0o775, group: group), .file("a/x", 0o664, group: group)], path: "a/x", result: "/a/x",
            privateGroup: group),
        Row(
            items: [.folder("a", 0o2775, group: group), .file("a/x")], path: "a/x", result: "/a/x", privateGroup: group),
        Row(items: [.folder("a", 0o775, group: group), .file("a/x")], path: "a/x", result: folder("/a", "0775")),
        Row(
            items: [.folder("a", 0o775, group: 4243), .file("a/x")], path: "a/x", result: folder("/a", "0775"),
            privateGroup: group),
        Row(
            items: [.folder("a", 0o777, group: group), .file("a/x")], path: "a/x", result: folder("/a", "0777"),
            privateGroup: group),
        Row(items: [.folder("s", 0o1775, group: group)], path: "s/x", result: "ENOENT", privateGroup: group),
        Row(
            items: [.folder("s", 0o1777, group: group)], path: "s/x", result: absent("/s/x", "/s", "1777"),
            privateGroup: group),
    ]

    @Test(.enabled(if: HostFacts.userID == 0, "skipped: only root can give files away"), arguments: owners + groups)
    func `each component must belong to root or the user, and only the user's own group may write`(_ row: Row)
        throws
    {
        try check(row)
    }

    @Test(.enabled(if: HostFacts.userID == 0, "skipped: only root can give files away"))
    func `an access list may give other users the rights that the mode shows for the group`() throws {
        try withTree { base in
            try Item.folder("a", 0o775, group: Self.group).make(in: base)
            // *Source*: posix_acl_xattr.h. Version 2, then tag, rights and id of the owner, the user 65534, the group, the
            // mask and the others, each in little-endian order.
            let list: [UInt8] =
                [2, 0, 0, 0] + [1, 0, 7, 0, 255, 255, 255, 255] + [2, 0, 7, 0, 0xFE, 0xFF, 0, 0]
                + [4, 0, 5, 0, 255, 255, 255, 255] + [16, 0, 7, 0, 255, 255, 255, 255]
                + [32, 0, 5, 0, 255, 255, 255, 255]
            // Swift's Glibc module does not show lsetxattr.
            typealias Setter =
                @convention(c) (
                    UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
                ) -> Int32
            let found = unsafe dlsym(nil, "lsetxattr")
            let symbol = unsafe try #require(found)
            let setter = unsafe unsafeBitCast(symbol, to: Setter.self)
            guard unsafe setter(base + "/a", "system.posix_acl_access", list, list.count, 0) == 0 else {
                return print("skipped: this file system has no access lists: errno \(errno)")
            }
            let rule = TrustRule(userID: 0, privateGroupID: Self.group)
            #expect(result(rule, base + "/a", in: base) == Self.folder("/a", "0775"))
        }
    }
}
