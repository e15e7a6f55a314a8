import Features
import TestTables
import Testing

@testable import Routing

@Suite struct ConstraintReaderTests {
    @Test(arguments: ["systemd", "debian"])
    func `a feature can be for machines without a platform that some have`(_ platform: String) {
        let table =
            "scheme s\nfeature F {\nrequire platform \(platform) unsupported\naction a {\nrespond\n}\nroute r /r do a\n}"
        #expect(Tables.codes(table).isEmpty)
    }

    @Test(arguments: [
        TableRow(
            .feature,
            "require purchse x",
            """
            t:3:13: error RT202: a feature cannot require `purchse`
               3 |     require purchse x
                 |             ^~~~~~~
                 = help: did you mean `purchase`?
            """),
        TableRow(
            .feature,
            "require runtime",
            """
            t:3:5: error RT202: a switch needs its default, `on` or `off`
               3 |     require runtime
                 |     ^~~~~~~~~~~~~~~
                 = help: it is written `require runtime on|off`
            """),
        TableRow(
            .feature,
            "require runtime maybe",
            """
            t:3:21: error RT202: a switch needs its default, `on` or `off`
               3 |     require runtime maybe
                 |                     ^~~~~
                 = help: it is written `require runtime on|off`
            """),
        TableRow(
            .feature,
            "require toggle on off",
            """
            t:3:20: error RT202: a switch has one default
               3 |     require toggle on off
                 |                    ^~
                 = help: it is written `require toggle on|off`
            """),
        TableRow(
            .feature,
            "require purchase any",
            """
            t:3:5: error RT202: a purchase names a product
               3 |     require purchase any
                 |     ^~~~~~~~~~~~~~~~~~~~
                 = help: as in `require purchase any premium.monthly founder.once`
            """),
        TableRow(
            .feature,
            "require purchase a b",
            """
            t:3:5: error RT202: say whether any or all of the products are needed
               3 |     require purchase a b
                 |     ^~~~~~~~~~~~~~~~~~~~
                 = help: as in `require purchase any premium.monthly founder.once`
            """),
        TableRow(
            .feature,
            "require purchase premium",
            """
            t:3:22: error RT204: there is no product `premium`
               3 |     require purchase premium
                 |                      ^~~~~~~
                 = help: declare it: `product premium { … }`
            """),
        TableRow(
            .file,
            """
            product premium.monthly
            feature F {
                require purchase premium.montly
            }
            """,
            """
            t:3:22: error RT204: there is no product `premium.montly`
               3 |     require purchase premium.montly
                 |                      ^~~~~~~~~~~~~~
                 = help: did you mean `premium.monthly`?
            """),
        TableRow(
            .file,
            """
            product p
            feature F {
                require purchase any p p
            }
            """,
            """
            t:3:28: error RT206: the product `p` is named twice
               3 |     require purchase any p p
                 |                            ^
                 = help: remove it
            """),
        TableRow(
            .feature,
            "require permission",
            """
            t:3:5: error RT202: a permission has a name
               3 |     require permission
                 |     ^~~~~~~~~~~~~~~~~~
                 = help: as in `require permission camera`
            """),
        TableRow(
            .feature,
            "require permission camra",
            """
            t:3:24: error RT203: there is no permission `camra`
               3 |     require permission camra
                 |                        ^~~~~
                 = help: did you mean `camera`?
            """),
        TableRow(
            .feature,
            "require permission polkit:x store:a contacts.",
            """
            t:3:24: error RT203: there is no permission `polkit:x`
               3 |     require permission polkit:x store:a contacts.
                 |                        ^~~~~~~~
                 = help: a polkit action has dots: `polkit:org.example.action`
            t:3:33: error RT203: there is no permission `store:a`
               3 |     require permission polkit:x store:a contacts.
                 |                                 ^~~~~~~
                 = help: it is written `store:TABLE/ID`
            t:3:41: error RT203: there is no permission `contacts.`
               3 |     require permission polkit:x store:a contacts.
                 |                                         ^~~~~~~~~
                 = help: did you mean `contacts`?
            """),
        TableRow(
            .feature,
            "require permission camera camera",
            """
            t:3:5: error RT206: the feature has two requirements for `permission camera`
               3 |     require permission camera camera
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .feature,
            "require permission location location.whenInUse",
            """
            t:3:5: error RT206: the feature has two requirements for `permission location.whenInUse`
               3 |     require permission location location.whenInUse
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .feature,
            "require caller",
            """
            t:3:5: error RT202: a caller is named by uid, user, gid, group, socket or unit, and its value
               3 |     require caller
                 |     ^~~~~~~~~~~~~~
                 = help: as in `require caller group audio`
            """),
        TableRow(
            .feature,
            "require caller person x",
            """
            t:3:20: error RT202: a caller is named by uid, user, gid, group, socket or unit, and its value
               3 |     require caller person x
                 |                    ^~~~~~
                 = help: as in `require caller group audio`
            """),
        TableRow(
            .feature,
            "require caller unit app-*.scope app-x",
            """
            t:3:37: error RT202: `app-x` is not the name of a service or a scope
               3 |     require caller unit app-*.scope app-x
                 |                                     ^~~~~
                 = help: write it with its end, as in `app-slack-*.scope`; each `*` stands for any characters
            """),
        TableRow(
            .feature,
            "require caller uid root 7 -1",
            """
            t:3:24: error RT202: `root` is not a uid
               3 |     require caller uid root 7 -1
                 |                        ^~~~
                 = help: write a number; a name goes with `user`
            t:3:31: error RT202: `-1` is not a uid
               3 |     require caller uid root 7 -1
                 |                               ^~
                 = help: write a number; a name goes with `user`
            """),
        TableRow(
            .feature,
            #"require caller group """#,
            """
            t:3:26: error RT202: a group has a name
               3 |     require caller group ""
                 |                          ^~
                 = help: write the name
            """),
        TableRow(
            .feature,
            "require profile",
            """
            t:3:5: error RT202: a feature is for one profile
               3 |     require profile
                 |     ^~~~~~~~~~~~~~~
                 = help: it is written `require profile development|production`
            """),
        TableRow(
            .feature,
            "require profile development production",
            """
            t:3:33: error RT202: a feature is for one profile
               3 |     require profile development production
                 |                                 ^~~~~~~~~~
                 = help: it is written `require profile development|production`
            """),
        TableRow(
            .feature,
            "require profile debug",
            """
            t:3:21: error RT202: there is no profile `debug`
               3 |     require profile debug
                 |                     ^~~~~
                 = help: it is written `require profile development|production`
            """),
        TableRow(
            .feature,
            """
            require profile development
                feature Inner {
                    require profile production
                }
            """,
            """
            t:5:9: error RT202: `F` is for the profile development, so this can never be met
               5 |         require profile production
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them, or put the feature outside `F`
            """),
        TableRow(
            .feature,
            "require program",
            """
            t:3:5: error RT202: a program is named by its absolute path, without arguments and placeholders
               3 |     require program
                 |     ^~~~~~~~~~~~~~~
                 = help: as in `require program /usr/bin/mpv`
            """),
        TableRow(
            .feature,
            "require program mpv",
            """
            t:3:21: error RT202: a program is named by its absolute path, without arguments and placeholders
               3 |     require program mpv
                 |                     ^~~
                 = help: as in `require program /usr/bin/mpv`
            """),
        TableRow(
            .feature,
            "require program /usr/bin/mpv --fs",
            """
            t:3:21: error RT202: a program is named by its absolute path, without arguments and placeholders
               3 |     require program /usr/bin/mpv --fs
                 |                     ^~~~~~~~~~~~
                 = help: as in `require program /usr/bin/mpv`
            """),
        TableRow(
            .feature,
            """
            require program /bin/a
                require program /bin/b
                require program /bin/a
            """,
            """
            t:5:5: error RT206: the feature has two requirements for `program /bin/a`
               5 |     require program /bin/a
                 |     ^~~~~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require program /bin/a
                 |     ^~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .feature,
            """
            require runtime on
                require runtime off
            """,
            """
            t:4:5: error RT206: the feature has two requirements for `runtime`
               4 |     require runtime off
                 |     ^~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require runtime on
                 |     ^~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
    ])
    func `every kind of requirement is checked`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .feature,
            "require platform linux",
            """
            t:3:5: error RT208: a platform has a name and a version
               3 |     require platform linux
                 |     ^~~~~~~~~~~~~~~~~~~~~~
                 = help: as in `require platform linux 6.1`, `require platform only debian 12`
            """),
        TableRow(
            .feature,
            "require platform linux six",
            """
            t:3:28: error RT208: `six` is not a version of a platform
               3 |     require platform linux six
                 |                            ^~~
                 = help: a version has one to four numbers with dots, or is `any`
            """),
        TableRow(
            .feature,
            "require platform linux unsupported",
            """
            t:3:28: error RT208: every machine has `linux`, so no machine would have the feature
               3 |     require platform linux unsupported
                 |                            ^~~~~~~~~~~
                 = help: a version has one to four numbers with dots, or is `any`
            """),
        TableRow(
            .feature,
            "require platform arch unsupported",
            """
            t:3:27: error RT208: every machine has `arch`, so no machine would have the feature
               3 |     require platform arch unsupported
                 |                           ^~~~~~~~~~~
                 = help: name an architecture, as in `require platform arch x86_64`
            """),
        TableRow(
            .feature,
            "require platform only debian unsupported",
            """
            t:3:34: error RT208: `only` asks for `debian`, and `unsupported` for any other machine
               3 |     require platform only debian unsupported
                 |                                  ^~~~~~~~~~~
                 = help: a version has one to four numbers with dots, or is `any`
            """),
        TableRow(
            .feature,
            "require platform debian twelve",
            """
            t:3:29: error RT208: `twelve` is not a version of a platform
               3 |     require platform debian twelve
                 |                             ^~~~~~
                 = help: a version has one to four numbers with dots, or is `any` or `unsupported`
            """),
        TableRow(
            .feature,
            "require platform linux 1.2.3.4.5",
            """
            t:3:28: error RT208: `1.2.3.4.5` is not a version of a platform
               3 |     require platform linux 1.2.3.4.5
                 |                            ^~~~~~~~~
                 = help: a version has one to four numbers with dots, or is `any`
            """),
        TableRow(
            .feature,
            """
            require platform only debian 12
                require platform only fedora 40
                require runtime on
            """,
            """
            t:4:5: error RT208: no machine is two distributions, so this can never be met
               4 |     require platform only fedora 40
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require platform only debian 12
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one `only` line
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                require platform only debian 12
                feature G {
                    require platform only fedora 40
                    action a {
                        respond
                    }
                    route r /r do a
                }
            }
            """,
            """
            t:5:9: error RT208: `F` is only for debian, so this can never be met
               5 |         require platform only fedora 40
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one `only` line
            """),
        TableRow(
            .feature,
            """
            require platform linux 6.1
                require platform linux 5.0
            """,
            """
            t:4:5: error RT206: the feature has two requirements for `platform linux`
               4 |     require platform linux 5.0
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     require platform linux 6.1
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            """),
    ])
    func `platforms are versions, and only one of them can be the only one`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature F {
                require permission camera
                feature G {
                    require permission camera
                    action a {
                        respond
                    }
                    route r /r do a
                }
            }
            """,
            """
            t:5:9: warning RT207: `F` requires this already, and the features inside it inherit that
               5 |         require permission camera
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: remove it
            """)
    ])
    func `what an ancestor requires already is a warning`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        ("require toggle on", Constraint.toggle(byDefault: true)), ("require toggle off", .toggle(byDefault: false)),
        ("require toggle on shared", .toggle(byDefault: true, isShared: true)),
        ("require toggle off shared", .toggle(byDefault: false, isShared: true)),
    ])
    func `a toggle says its default, and whether the machine's counts until the user moves it`(
        line: String, constraint: Constraint
    ) throws {
        let table = TableRow(.feature, line, "").table
        let ruleset = try #require(RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8))).ruleset)
        #expect(ruleset.catalogue.features[1].constraints == [constraint])
    }

    @Test(arguments: [
        TableRow(
            .feature,
            "require toggle shared",
            """
            t:3:20: error RT202: a switch needs its default, `on` or `off`
               3 |     require toggle shared
                 |                    ^~~~~~
                 = help: it is written `require toggle on|off`
            """),
        TableRow(
            .feature,
            "require toggle on shred",
            """
            t:3:20: error RT202: a switch has one default
               3 |     require toggle on shred
                 |                    ^~
                 = help: it is written `require toggle on|off`
            """),
        TableRow(
            .feature,
            "require runtime on shared",
            """
            t:3:21: error RT202: a switch has one default
               3 |     require runtime on shared
                 |                     ^~
                 = help: it is written `require runtime on|off`
            """),
    ])
    func `only a toggle is shared, and it says so after its default`(_ row: TableRow) {
        row.check()
    }
}
