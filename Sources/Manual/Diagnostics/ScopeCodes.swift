/// The codes of schemes, hosts and what routes say of them: RT601 to RT607.
enum ScopeCodes {
    static let badScheme = DiagnosticHelp(
        "Not a scheme",
        """
        A scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`; it is written without `://`. Web
        links are declared by their host, not by `https`. Choose a name that no other app has.
        """,
        wrong: """
            scheme my_podcasts
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["my_podcasts": "my-podcasts"])

    static let badHost = DiagnosticHelp(
        "Not a host",
        """
        A host is written in lower case, as in `podcasts.example` or `podcasts.example:8443`, without a path and without a
        user name. International names are written as such or in their `xn--` form. The report says what is wrong.
        """,
        wrong: """
            host Podcasts.example
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["Podcasts": "podcasts"])

    static let duplicateScope = DiagnosticHelp(
        "The scheme or host is declared twice",
        """
        A scheme or host is declared once in a file. Two spellings can be the same host: port 443 is the default of
        `https`. Keep one of them.
        """,
        wrong: """
            host podcasts.example podcasts.example:443
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: [" podcasts.example:443": ""])

    static let unknownScope = DiagnosticHelp(
        "Not a scheme or host of this file",
        """
        `in` names schemes and hosts that the same file declares, so that a file of another app cannot take their links.
        The report suggests the nearest. Declare it in this file, or mend the spelling.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    in podcasts
                }
            }
            """, mended: ["podcasts": "podcast"])

    static let noScope = DiagnosticHelp(
        "The table has no scheme or host",
        """
        Routes take only links of declared schemes and hosts, and this table declares none. No link can reach any of its
        routes. Declare one: `scheme myapp`, or `host example.com` for web links.
        """,
        wrong: """
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["feature Player": "scheme podcast\nfeature Player"])

    static let undeniedHost = DiagnosticHelp(
        "Denials of a wildcard do not hold here",
        """
        The file declares a host that a wildcard of another file covers, and that file denies links of its hosts. A host has
        the routes and the `deny` lines of its own file alone, so those links are not denied here. Repeat the `deny` lines
        in this file, or declare the host in the file of the wildcard.
        """,
        noExample: "it takes two files")

    static let unusedScope = DiagnosticHelp(
        "No route takes links of it",
        """
        A scheme or host is declared, and each route names others with `in`. Its links would all be refused. Add a route,
        or remove the declaration.
        """,
        wrong: """
            scheme podcast
            host   podcasts.example
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    in podcast
                }
            }
            """, mended: ["in podcast\n": "in podcast podcasts.example\n"])
}
