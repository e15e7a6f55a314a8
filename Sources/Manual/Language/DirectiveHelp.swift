// What the manual says of a directive: a sentence, more where it takes more, and a few lines of a table that loads. The
// form is not repeated here; the parser has it. For `strict` of a route:
//
//     Refuses links with query keys that the route does not declare.
//     route sleep /sleep do start { … strict … }
//
// Every type of directives names a help for each of its cases by a `switch` without a default, so a directive without a
// text does not compile. Only those that no version carries out yet have none.

package import Routing

/// The manual's text about one directive.
package struct DirectiveHelp: Sendable {
    /// What a statement of the directive does.
    ///
    /// *Shape*: one sentence; where lines end has no meaning.
    package let summary: String
    /// What else is to be known; empty where that is all.
    package let text: String
    /// What counts without such a statement; nil where nothing does.
    package let standard: String?
    /// How much of it there may be, and which values; nil where only the limits of every table count.
    package let limits: String?
    package let example: LanguageExample

    /// - Parameters:
    ///   - example: lines of a table.
    ///   - rest: the table around them.
    init(
        _ summary: String, _ text: String = "", standard: String? = nil, limits: String? = nil, example: String,
        in rest: TableRest
    ) {
        (self.summary, self.text, self.standard, self.limits) = (summary, text, standard, limits)
        self.example = LanguageExample(lines: example, rest: rest)
    }
}

/// Lines that a reader sees, and the file that they stand in.
package struct LanguageExample: Equatable, Sendable {
    /// The lines that show the directive, with the block that they stand in.
    package let lines: String
    /// A whole file with these lines, which loads without a report.
    package let file: String

    init(lines: String, rest: TableRest) {
        self.lines = lines
        file = rest.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.hasSuffix(TableRest.mark) else { return [String(line)] }
            let blanks = line.dropLast()
            return lines.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : String(blanks + $0)
            }
        }.joined(separator: "\n")
    }
}

/// The rest of a file around an example.
struct TableRest: Sendable, ExpressibleByStringLiteral {
    /// What the line ends with that the example replaces; what stands before it on the line is its indentation.
    static let mark = "…"

    let text: String

    init(stringLiteral text: String) { self.text = text }

    /// The example is a whole file.
    static let nothing: Self = "…"
    /// The example declares a scheme or a host, whose links the feature takes.
    static let feature: Self = """
        …
        feature Player {
            action play {
                respond
            }
            route play /play do play
        }
        """
    /// The example stands beside a scheme and a feature.
    static let schemeAndFeature: Self = """
        …
        scheme podcast
        feature Player {
            action play {
                respond
            }
            route play /play do play
        }
        """
    /// The example is a feature, or more than one.
    static let scheme: Self = """
        scheme podcast
        …
        """
    /// The example is the routes of a feature, whose action `play` has no inputs.
    static let routes: Self = """
        scheme podcast
        feature Player {
            action play {
                respond
            }
            …
        }
        """
    /// The example is a route or a group, whose action `open` has the inputs `show`, `page` and `language`.
    static let inputs: Self = """
        scheme podcast
        values language de en
        feature Shows {
            action open {
                input show slug = all
                input page uint = 1
                input language @language = en
                respond
            }
            …
        }
        """
    /// The example is the action `play`, without inputs.
    static let action: Self = """
        scheme podcast
        feature Player {
            …
            route play /play do play
        }
        """
    /// The example is the action `play`, with the input `episode`.
    static let actionWithInput: Self = """
        scheme podcast
        feature Player {
            …
            route play /episodes/$(episode:uint) do play
        }
        """
    /// The example is the channel `player`.
    static let channel: Self = """
        scheme podcast
        …
        feature Player {
            action play {
                channel player
            }
            route play /play do play
        }
        """
    /// The example is the product `premium.monthly`, or what belongs to it.
    static let product: Self = """
        scheme podcast
        …
        feature Premium {
            require purchase premium.monthly
            action play {
                respond
            }
            route play /play do play
        }
        """
}

/// Directives that the manual explains.
package protocol ExplainedDirective: Directive {
    /// What the manual says of it; nil if no version carries it out yet.
    var help: DirectiveHelp? { get }
}

extension LanguageBlock {
    /// The directives of the block, with their texts.
    package var explained: any ExplainedDirective.Type {
        switch self {
        case .table: TableDirective.self
        case .scheme: SchemeDirective.self
        case .host: HostDirective.self
        case .feature: FeatureDirective.self
        case .action: ActionDirective.self
        case .route: RouteDirective.self
        case .under: GroupDirective.self
        case .channel: ChannelDirective.self
        case .product: ProductDirective.self
        case .issuer: IssuerDirective.self
        case .caseFile: CaseFileDirective.self
        case .testCase: CaseDirective.self
        }
    }

    /// What the block is called in headings: "In the block of `feature`".
    var heading: String {
        switch self {
        case .table: "In a table, outside of any block"
        case .caseFile: "In a file of test cases, outside of any case"
        case .scheme, .host, .feature, .action, .route, .under, .channel, .product, .issuer, .testCase:
            "In the block of \(directives.block)"
        }
    }
}
