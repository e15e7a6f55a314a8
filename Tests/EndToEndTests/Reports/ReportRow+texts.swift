// What is reported of texts and files.
extension ReportRow {
    static let texts = [
        ReportRow(
            "RT002",
            "scheme podcast\u{7}",
            #"""
            routes.conf:1:15: error RT002: the line contains a control character
               1 | scheme podcast\u{7}
                 |               ^~~~~
                 = help: remove it; lines end in LF or CRLF
            1 error
            """#),
        ReportRow(
            "RT003",
            """
            scheme podcast
            product premium {
                title "Premium
            }
            """,
            #"""
            routes.conf:3:11: error RT003: the quoted word is not closed on its line
               3 |     title "Premium
                 |           ^~~~~~~~
                 = help: add the closing quote; a line break in a word is written `\n`
            1 error
            """#),
        ReportRow(
            "RT004",
            """
            scheme podcast
            product premium {
                title The"Best"
            }
            """,
            #"""
            routes.conf:3:14: error RT004: a word that does not begin with a quote contains one
               3 |     title The"Best"
                 |              ^
                 = help: put the whole word in quotes and write `\"` for a quote in it
            1 error
            """#),
        ReportRow(
            "RT005",
            #"""
            product premium {
                title "50\% off"
            }
            """#,
            #"""
            routes.conf:2:14: error RT005: this escape is not known
               2 |     title "50\% off"
                 |              ^~
                 = help: the escapes are \" \\ \n \t and \u{…}; a backslash itself is \\
            1 error
            """#),
        ReportRow(
            "RT006",
            """
            scheme podcast
            feature Player { description plays; visible no }
            """,
            """
            routes.conf:2:35: error RT006: in a one-line block the `;` between two statements is a word of its own
               2 | feature Player { description plays; visible no }
                 |                                   ^
                 = help: write `plays ;`, or quote the word
            1 error
            """),
        ReportRow(
            "RT007",
            """
            scheme podcast
            feature Player {
                description plays
            """,
            """
            routes.conf:2:1: error RT007: the block that opens here is not closed
               2 | feature Player {
                 | ^~~~~~~
                 = help: add a line with `}`
            1 error
            """),
        ReportRow(
            "RT011",
            """
            scheme podcast
            include shows
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:9: error RT011: cannot read shows: it is not a regular file
               2 | include shows
                 |         ^~~~~
                 = help: a table is a regular file, or a link to one
            1 error
            """,
            besides: ["shows/": ""]),
        ReportRow(
            "RT013",
            """
            scheme podcast
            include shows.conf
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            read        routes.conf
            read        shows.conf
            read        lists.conf
            lists.conf:1:9: error RT013: the files include each other in a circle: `routes.conf`, `shows.conf`, `lists.conf`, `routes.conf`
               1 | include routes.conf
                 |         ^~~~~~~~~~~
                 = note: routes.conf:2:9: includes `shows.conf`
               2 | include shows.conf
                 |         ^~~~~~~~~~
                 = note: shows.conf:1:9: includes `lists.conf`
               1 | include lists.conf
                 |         ^~~~~~~~~~
                 = help: remove one `include`
            1 error
            """,
            besides: ["shows.conf": "include lists.conf\n", "lists.conf": "include routes.conf\n"]),
        ReportRow(
            "RT014",
            """
            include 1.conf
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            read        routes.conf
            read        1.conf
            read        2.conf
            read        3.conf
            read        4.conf
            read        5.conf
            read        6.conf
            read        7.conf
            read        8.conf
            8.conf:1:9: error RT014: files include each other more than 8 deep
               1 | include 9.conf
                 |         ^~~~~~
                 = note: routes.conf:1:9: includes `1.conf`
               1 | include 1.conf
                 |         ^~~~~~
                 = note: 1.conf:1:9: includes `2.conf`
               1 | include 2.conf
                 |         ^~~~~~
                 = note: 2.conf:1:9: includes `3.conf`
               1 | include 3.conf
                 |         ^~~~~~
                 = note: 3.conf:1:9: includes `4.conf`
               1 | include 4.conf
                 |         ^~~~~~
                 = note: 4.conf:1:9: includes `5.conf`
               1 | include 5.conf
                 |         ^~~~~~
                 = note: 5.conf:1:9: includes `6.conf`
               1 | include 6.conf
                 |         ^~~~~~
                 = note: 6.conf:1:9: includes `7.conf`
               1 | include 7.conf
                 |         ^~~~~~
                 = note: 7.conf:1:9: includes `8.conf`
               1 | include 8.conf
                 |         ^~~~~~
                 = help: include the file from one further up
            1 error
            """,
            besides: Dictionary(
                uniqueKeysWithValues: (1...9).map {
                    ("\($0).conf", $0 < 9 ? "include \($0 + 1).conf\n" : "# too deep\n")
                })),
        ReportRow(
            "RT015",
            """
            scheme podcast
            include shows/*.conf
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:9: warning RT015: no file matches `shows/*.conf`
               2 | include shows/*.conf
                 |         ^~~~~~~~~~~~
                 = help: a relative path begins in the folder of the file that includes
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT016",
            """
            scheme podcast
            include shows.conf
            include s*.conf
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            read        routes.conf
            read        shows.conf
            routes.conf:3:9: error RT016: the file `shows.conf` is read already
               3 | include s*.conf
                 |         ^~~~~~~
                 = note: shows.conf:1:1: it was read here
               1 | deny /shows/draft
                 | ^
                 = help: remove one of the two
            1 error
            """,
            besides: ["shows.conf": "deny /shows/draft\n"]),
        ReportRow(
            "RT017",
            """
            scheme podcast
            include shows/[a-z.conf
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:9: error RT017: `shows/[a-z.conf` cannot be included: a `[` is not closed
               2 | include shows/[a-z.conf
                 |         ^~~~~~~~~~~~~~~
                 = help: close it, as in `[0-9]*.conf`; a bracket itself is `[[]`
            1 error
            """),
        ReportRow(
            "RT018",
            """
            # The routes are written tomorrow.
            """,
            """
            routes.conf:1:1: error RT018: the table declares nothing: every link would be refused
               1 | # The routes are written tomorrow.
                 | ^
                 = help: write its routes; to change a table that is in use, rename a complete file over it
            1 error
            """),
        ReportRow(
            "RT024",
            """
            scheme podcast # allow RT606: the routes come next week
            feature Player {
                action play { respond }
                route play /play do play
            }
            """,
            """
            routes.conf:1:24: warning RT024: RT606 is not reported for this line
               1 | scheme podcast # allow RT606: the routes come next week
                 |                        ^~~~~
                 = help: remove the code from the comment
            1 warning; 1 route, 1 feature
            """),
    ]
}
