import Glibc
import Testing

/// A table that a group can write is served only if the group is the daemon user's own.
@Suite(.enabled(if: OtherUser.isPossible(for: "tables that a private group can write"))) struct PrivateGroupTests {
    /// The daemon's user, the databases of users and groups, and if the daemon trusts the table.
    private static let rows: [(what: String, user: UInt32, passwd: String, group: String, isTrusted: Bool)] = [
        ("a group of the user's name", 1005, "ann:x:1005:1005::/:/bin/sh", "ann:x:1005:", true),
        ("a group that lists its user", 1005, "ann:x:1005:1005::/:/bin/sh", "ann:x:1005:ann", true),
        ("a group with another member", 1005, "ann:x:1005:1005::/:/bin/sh", "ann:x:1005:ann,bob", false),
        (
            "another user with this primary group", 1005,
            "ann:x:1005:1005::/:/bin/sh\nbob:x:1006:1005::/:/bin/sh", "ann:x:1005:", false
        ),
        ("a group of another name", 1005, "ann:x:1005:1005::/:/bin/sh", "team:x:1005:", false),
        ("a group without an entry", 1005, "ann:x:1005:1005::/:/bin/sh", "bob:x:1006:", false),
        ("a user without an entry", 1005, "bob:x:1006:1006::/:/bin/sh", "ann:x:1005:", false),
        ("a system user", 500, "sys:x:500:1005::/:/bin/sh", "sys:x:1005:", false),
    ]

    @Test(arguments: rows.indices)
    func `a group's right to write is trusted only if its one member is the daemon's user`(_ index: Int) throws {
        let row = Self.rows[index]
        try withFolder { folder in
            // A table that is trusted is read, and its error is found; the daemon ends in both cases.
            let table = try folder.write("routes.conf", "scheme t\nnonsense\n", mode: 0o664)
            let passwd = try folder.write("passwd", "root:x:0:0::/root:/bin/sh\n\(row.passwd)\n")
            let group = try folder.write("group", "root:x:0:\n\(row.group)\n")
            for path in [folder.path, table] {
                guard unsafe chown(path, row.user, 1005) == 0 else { throw TestFailure("chown: errno \(errno)") }
            }
            let script = """
                set -e
                mount --bind "$0" /etc/passwd
                mount --bind "$1" /etc/group
                shift
                exec "$@"
                """
            let command = [Products.daemon, "-f", table, "--socket", folder.path(of: "socket")]
            let launcher = [
                OtherUser.launcher, "--reuid=\(row.user)", "--regid=1005", "--clear-groups", "--",
            ]
            let run = try Program.run(
                "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", script, passwd, group] + launcher + command)
            #expect(run.exit == .code(78), "\(row.what): \(run)")
            #expect(run.errors.contains("RT012") != row.isTrusted, "\(row.what): \(run)")
            #expect(run.errors.contains("RT101") == row.isTrusted, "\(row.what): \(run)")
        }
    }
}
