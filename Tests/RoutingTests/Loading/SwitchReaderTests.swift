import Features
import Testing

@testable import Routing

@Suite struct SwitchReaderTests {
    @Test(arguments: [
        ("on", Constraint.runtime(byDefault: true)),
        ("from file /run/x", .runtime(byDefault: false, from: .file("/run/x"))),
        ("from file /run/x = on", .runtime(byDefault: true, from: .file("/run/x"))),
        ("from file /run/x = off", .runtime(byDefault: false, from: .file("/run/x"))),
        (#"from file "/run/a switch""#, .runtime(byDefault: false, from: .file("/run/a switch"))),
        (
            "from varlink unix:/run/flags io.example-2.Flags.Get9 = on",
            .runtime(byDefault: true, from: .varlink(path: "/run/flags", method: "io.example-2.Flags.Get9"))
        ),
        (
            "from varlink unix:/run/flags io.example.Flags.Get grace 10s = on",
            .runtime(
                byDefault: true,
                from: .varlink(path: "/run/flags", method: "io.example.Flags.Get", grace: .seconds(10)))
        ),
    ])
    func `a runtime switch says where it is read, and its default`(_ words: String, _ expected: Constraint) throws {
        for text in ["runtime " + words, expected.rule.declaration] {
            let ruleset = try Tables.ruleset(TableRow.Place.feature.rawValue.replacing("%", with: "require " + text))
            #expect(ruleset.catalogue.features.last?.constraints == [expected], "\(text)")
        }
    }

    @Test(arguments: [
        TableRow(
            .feature, "require runtime from",
            """
            t:3:5: error RT202: a switch is read from a file or by varlink
               3 |     require runtime from
                 |     ^~~~~~~~~~~~~~~~~~~~
                 = help: as in `require runtime from file /run/app/switch`
            """),
        TableRow(
            .feature, "require runtime from fil /run/x",
            """
            t:3:26: error RT202: a switch is read from a file or by varlink
               3 |     require runtime from fil /run/x
                 |                          ^~~
                 = help: did you mean `file`?
            """),
        TableRow(
            .feature, "require runtime from file",
            """
            t:3:5: error RT202: a switch is read from one file
               3 |     require runtime from file
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: as in `require runtime from file /run/app/switch`
            """),
        TableRow(
            .feature, "require runtime from file /run/x /run/y",
            """
            t:3:5: error RT202: a switch is read from one file
               3 |     require runtime from file /run/x /run/y
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: as in `require runtime from file /run/app/switch`
            """),
        TableRow(
            .feature, "require runtime from file run/x",
            """
            t:3:31: error RT202: a file of a switch is named by its absolute path
               3 |     require runtime from file run/x
                 |                               ^~~~~
                 = help: without `.`, `..` and empty parts, as in `/run/app/switch`
            """),
        TableRow(
            .feature, "require runtime from file /run/../etc/x",
            """
            t:3:31: error RT202: a file of a switch is named by its absolute path
               3 |     require runtime from file /run/../etc/x
                 |                               ^~~~~~~~~~~~~
                 = help: without `.`, `..` and empty parts, as in `/run/app/switch`
            """),
        TableRow(
            .feature, "require runtime from file /run/x =",
            """
            t:3:38: error RT202: a switch's default is `on` or `off`
               3 |     require runtime from file /run/x =
                 |                                      ^
                 = help: as in `require runtime from file /run/app/switch = on`; without one it is off
            """),
        TableRow(
            .feature, "require runtime from file /run/x = yes",
            """
            t:3:40: error RT202: a switch's default is `on` or `off`
               3 |     require runtime from file /run/x = yes
                 |                                        ^~~
                 = help: as in `require runtime from file /run/app/switch = on`; without one it is off
            """),
        TableRow(
            .feature, "require runtime from file /run/x = on off",
            """
            t:3:40: error RT202: a switch has one default
               3 |     require runtime from file /run/x = on off
                 |                                        ^~
                 = help: as in `require runtime from file /run/app/switch = on`; without one it is off
            """),
        TableRow(
            .feature, "require runtime from varlink unix:/run/x",
            """
            t:3:5: error RT202: a service has an address and a method
               3 |     require runtime from varlink unix:/run/x
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: as in `require runtime from varlink unix:/run/flags io.example.Flags.Get`
            """),
        TableRow(
            .feature, "require runtime from varlink unix:@x io.example.Flags.get",
            """
            t:3:34: error RT202: `unix:@x` is not the address of a service of this machine
               3 |     require runtime from varlink unix:@x io.example.Flags.get
                 |                                  ^~~~~~~
                 = help: write `unix:` and the absolute path of its socket, as in `unix:/run/flags`
            t:3:42: error RT202: `io.example.Flags.get` is not a method of an interface
               3 |     require runtime from varlink unix:@x io.example.Flags.get
                 |                                          ^~~~~~~~~~~~~~~~~~~~
                 = help: as in `io.example.Flags.Get`
            """),
        TableRow(
            .feature, "require runtime from varlink unix:/run/x io.example.Flags.Get grace",
            """
            t:3:67: error RT202: a grace is a time from 1ms to 1h
               3 |     require runtime from varlink unix:/run/x io.example.Flags.Get grace
                 |                                                                   ^~~~~
                 = help: as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`
            """),
        TableRow(
            .feature, "require runtime from varlink unix:/run/x io.example.Flags.Get grace 2h",
            """
            t:3:73: error RT202: a grace is a time from 1ms to 1h
               3 |     require runtime from varlink unix:/run/x io.example.Flags.Get grace 2h
                 |                                                                         ^~
                 = help: as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`
            """),
        TableRow(
            .feature, "require runtime from varlink unix:/run/x io.example.Flags.Get grace 1s 2s",
            """
            t:3:73: error RT202: a grace is one time
               3 |     require runtime from varlink unix:/run/x io.example.Flags.Get grace 1s 2s
                 |                                                                         ^~
                 = help: as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`
            """),
        TableRow(
            .feature, "require runtime from file /run/x grace 10s",
            """
            t:3:38: error RT202: only a service has a grace
               3 |     require runtime from file /run/x grace 10s
                 |                                      ^~~~~
                 = help: remove it: a file that cannot be read is undetermined at once
            """),
        TableRow(
            .feature, "require runtime on from file /run/x",
            """
            t:3:21: error RT202: a switch has one default
               3 |     require runtime on from file /run/x
                 |                     ^~
                 = help: it is written `require runtime on|off`
            """),
        TableRow(
            .feature,
            """
            require runtime on
                require runtime from file /run/x
            """,
            """
            t:4:5: error RT206: the feature has two requirements for `runtime`
               4 |     require runtime from file /run/x
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require runtime on
                 |     ^~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
    ])
    func `every error of a switch's origin is told`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        "tcp:localhost:99", "unix:run/x", "/run/x", "unix:", "unix:/", "unix:/run//x", "unix:/run/x;mode=0666",
        "unix:/run/" + String(repeating: "x", count: 103),
    ])
    func `an address is the path of a socket of this machine`(_ address: String) {
        let text = TableRow.Place.feature.rawValue
        let line = "require runtime from varlink \(address) io.example.Flags.Get"
        #expect(Tables.codes(text.replacing("%", with: line)) == ["RT202"])
    }

    @Test(arguments: [
        "Get", "io.Get", "io..Get", "io.example.", "9io.example.Get", "io.-example.Get", "io.example-.Get",
        "io.example.Get-It", "io.exam ple.Get", "io.exämple.Get", "",
    ])
    func `a method has the name of its interface before it`(_ method: String) {
        let text = TableRow.Place.feature.rawValue
        let line = "require runtime from varlink unix:/run/x \"\(method)\""
        #expect(Tables.codes(text.replacing("%", with: line)) == ["RT202"])
    }

    @Test func `without a daemon a switch stands at its default`() throws {
        let text = TableRow.Place.feature.rawValue
        for (words, isAvailable) in [("from file /run/x", false), ("from file /run/x = on", true)] {
            let ruleset = try Tables.ruleset(text.replacing("%", with: "require runtime " + words))
            let assessment = Verifier.assess(1, in: ruleset.catalogue, facts: Facts(), caller: Caller(uid: 1))
            #expect((assessment.refusal == nil) == isAvailable)
        }
    }
}
