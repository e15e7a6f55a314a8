import Contract
import Features
import TestTables
import Testing

@testable import PermissionRules
@testable import Routing

/// `require permission any …`, and what each of the permissions is used for.
@Suite struct AnyPermissionReaderTests {
    private static func rules(_ lines: String, head: String = "") throws -> [PermissionRequirement] {
        let text = head + "scheme s\nfeature F {\n\(lines)\naction a { respond }\nroute r /r do a\n}\n"
        let ruleset = try Tables.ruleset(text)
        return ruleset.catalogue.constraints.joined().compactMap { $0.rule as? PermissionRequirement }
    }

    @Test(arguments: [
        ("any camera microphone", ["permission any camera microphone"], "any camera microphone"),
        ("any microphone camera", ["permission any microphone camera"], "any camera microphone"),
        (
            #"any photos "store:a b/c" "To see" de "Zum Sehen""#,
            [#"permission any photos "store:a b/c" "To see" de "Zum Sehen""#], #"any "store:a b/c" photos"#
        ),
        (
            "any location polkit:a.b motion", ["permission any location.whenInUse polkit:a.b motion"],
            "any location.whenInUse motion polkit:a.b"
        ),
        ("camera microphone", ["permission camera", "permission microphone"], "camera"),
    ])
    func `several permissions are one requirement, which loads as it prints`(
        _ words: String, _ declarations: [String], _ subject: String
    ) throws {
        let rules = try Self.rules("require permission " + words)
        #expect(rules.map(\.declaration) == declarations && rules.first?.subject == subject)
        let again = try Self.rules(declarations.map { "require " + $0 }.joined(separator: "\n"))
        #expect(again == rules)
    }

    @Test func `each permission has the feature's usage, or else the table's for it`() throws {
        let head = """
            permission camera from consent { usage "To film" }
            permission photos from consent { usage "To choose" }

            """
        func usages(_ words: String) throws -> [String?] {
            try Self.rules("require permission any camera photos motion" + words, head: head)
                .flatMap(\.alternatives).map { $0.usage?.plain }
        }
        #expect(try usages("") == ["To film", "To choose", nil])
        #expect(try usages(#" "To add""#) == ["To add", "To add", "To add"])
    }

    @Test(arguments: [
        TableRow(
            .feature, "require permission any",
            """
            t:3:24: error RT202: `any` stands before two permissions or more
               3 |     require permission any
                 |                        ^~~
                 = help: as in `require permission any camera microphone`
            """),
        TableRow(
            .feature, #"require permission any camera "To film""#,
            """
            t:3:24: error RT202: `any` stands before two permissions or more
               3 |     require permission any camera "To film"
                 |                        ^~~
                 = help: remove it, or name another permission
            """),
        TableRow(
            .feature, "require permission any camera photos camera",
            """
            t:3:42: error RT206: the permission `camera` is named twice
               3 |     require permission any camera photos camera
                 |                                          ^~~~~~
                 = help: remove it
            """),
        TableRow(
            .feature, "require permission any location location.whenInUse photos",
            """
            t:3:37: error RT206: the permission `location.whenInUse` is named twice
               3 |     require permission any location location.whenInUse photos
                 |                                     ^~~~~~~~~~~~~~~~~~
                 = help: remove it
            """),
        TableRow(
            .feature, "require permission any camra photos",
            """
            t:3:28: error RT203: there is no permission `camra`
               3 |     require permission any camra photos
                 |                            ^~~~~
                 = help: did you mean `camera`?
            """),
        TableRow(
            .feature, "require permission camera any photos motion",
            """
            t:3:31: error RT202: `any` stands before all names of its line
               3 |     require permission camera any photos motion
                 |                               ^~~
                 = help: as in `require permission any camera microphone`; what else is required has a line of its own
            """),
        TableRow(
            .feature, "require permission all camera photos",
            """
            t:3:24: error RT202: all permissions of a line are required without a word that says so
               3 |     require permission all camera photos
                 |                        ^~~
                 = help: remove it
            """),
        TableRow(
            .feature, "require permission any camera photos\nrequire permission any photos camera",
            """
            t:4:1: error RT206: the feature has two requirements for `permission any camera photos`
               4 | require permission any photos camera
                 | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require permission any camera photos
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
    ])
    func `what is no choice is an error that says how one is written`(_ row: TableRow) { row.check() }

    @Test func `each of them is used, and is to be explained where people are asked for it`() {
        TableRow(
            .file,
            """
            permission photos from consent
            permission camera from consent { usage "To film" }
            scheme s
            feature F {
                require permission any camera photos
                feature G {
                    require permission any photos motion camera
                    action a {
                        respond
                    }
                    route r /r do a
                }
            }
            """,
            """
            t:1:12: warning RT212: people are asked for `photos` and not told what it is used for
               1 | permission photos from consent
                 |            ^~~~~~
                 = help: add a block, as in `permission photos from consent { usage "To …" }`
            t:7:9: warning RT207: `F` requires this already, and the features inside it inherit that
               7 |         require permission any photos motion camera
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: remove it
            """
        ).check()
    }
}
