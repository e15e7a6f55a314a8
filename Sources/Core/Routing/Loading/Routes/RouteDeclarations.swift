// Routes that a program declares, for actions that it performs itself. They are written in the words that a
// table would have for them: each becomes the text of one `route` statement, every name and value of it in quotes, and is
// read by the reader of tables in a file of its own, whose number is the route's. So there is one language of patterns, one check
// of types and one search for overlaps, and a program can declare only what a table can.

package import Conf
package import Features

/// One word of a declared route: of the language, written bare, or of the program, written in quotes.
///
/// *Shape*: a literal is a word of the language, so that only `.name` puts a program's text into a line.
package enum TableWord: Equatable, ExpressibleByStringLiteral, Sendable {
    case keyword(String)
    case name(String)

    package init(stringLiteral value: String) { self = .keyword(value) }

    /// The word as a table has it.
    var text: String {
        switch self {
        case .keyword(let word): word
        case .name(let name): QuotedText.quoted(name)
        }
    }
}

/// The routes of a program, with the features that own them and the scopes whose links they take.
package struct RouteDeclarations {
    /// One route.
    package struct Declaration {
        let name: String
        let pattern: String
        let action: Int
        /// The lines of its block, word by word, the directive first.
        let lines: [[TableWord]]
        /// The names of the values that are secret.
        let secrets: Set<String>

        /// - Parameter action: its number in the catalogue; the route stands in the feature that owns it.
        package init(
            _ name: String, _ pattern: String, action: Int, lines: [[TableWord]] = [], secrets: Set<String> = []
        ) {
            self.name = name
            self.pattern = pattern
            self.action = action
            self.lines = lines
            self.secrets = secrets
        }
    }

    /// A link that becomes another one.
    package struct Rewrite {
        let name: String
        let from: [String]
        /// nil where a function of the program makes the other link.
        let to: String?
        let profile: Profile?

        /// Makes the rewrite of a program.
        package init(_ name: String, from: [String], to: String?, profile: Profile?) {
            (self.name, self.from, self.to, self.profile) = (name, from, to, profile)
        }

        fileprivate var lines: [[TableWord]] {
            [
                from.isEmpty ? [] : ["from"] + from.map(TableWord.name), to.map { ["to", .name($0)] } ?? [],
                profile.map { ["profile", .keyword($0.rawValue)] } ?? [],
            ].filter { !$0.isEmpty }
        }
    }

    /// One thing that is wrong.
    package struct Fault {
        /// The number of the route that it is about; nil where it is about something else.
        package let route: Int?
        /// The number of the rewrite that it is about.
        package let rewrite: Int?
        /// The number of the other route that it is about.
        package let other: Int?
        package let diagnostic: Diagnostic
    }

    let catalogue: FeatureCatalogue
    let schemes: [String]
    let hosts: [String]
    let routes: [Declaration]
    let rewrites: [Rewrite]
    let profile: Profile

    /// - Parameter catalogue: its actions are performed by the program, and take all inputs that the routes give them.
    package init(
        _ routes: [Declaration], rewrites: [Rewrite] = [], in catalogue: FeatureCatalogue, schemes: [String],
        hosts: [String], profile: Profile = .production
    ) {
        (self.routes, self.rewrites, self.profile) = (routes, rewrites, profile)
        self.catalogue = catalogue
        self.schemes = schemes
        self.hosts = hosts
    }

    // MARK: Text

    /// The profile and the scopes as file 0, and each route and each rewrite as a file of its own.
    var set: TableSet {
        var set = TableSet()
        set.append(
            [["profile", .keyword(profile.rawValue)]] + schemes.map { ["scheme", .name($0)] }
                + hosts.map { ["host", .name($0)] })
        for route in routes {
            set.append(
                [
                    [
                        "route", .name(route.name), .name(route.pattern), "do",
                        .name(catalogue.actions[route.action].name),
                    ]
                ],
                block: route.lines)
        }
        for rewrite in rewrites { set.append([["rewrite", .name(rewrite.name)]], block: rewrite.lines) }
        return set
    }
}

extension TableSet {
    /// Adds a file of these lines, the last of them with a block.
    fileprivate mutating func append(_ lines: [[TableWord]], block: [[TableWord]] = []) {
        func line(_ words: [TableWord]) -> String { words.map(\.text).joined(separator: " ") }
        var text = lines.map(line).joined(separator: "\n")
        if !block.isEmpty { text += " {\n" + block.map(line).joined(separator: "\n") + "\n}" }
        let bytes = Array(text.utf8)
        let document = ConfParser.parse(bytes, name: "", file: members.count, diagnostics: &diagnostics)
        members.append(.init(document: document, owner: 0, hash: TableRevision.hash(bytes)))
    }
}
