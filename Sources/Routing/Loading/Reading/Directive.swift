// The vocabulary of tables and case files: which directive stands where, with how many words and which block. The
// reader checks every statement against this table before it looks at the meaning, so every misplaced, repeated or
// malformed directive is reported in the same words.

/// One directive of the language.
struct Directive: Sendable {
    /// The block a directive stands in.
    enum Context: String, Sendable {
        case file = "a table"
        case product = "`product`"
        case feature = "`feature`"
        case action = "`action`"
        case route = "`route`"
        case caseFile = "a file of test cases"
        case testCase = "`case`"
    }

    /// Whether a directive has a block.
    enum Block: Sendable {
        case none
        case optional
        case required
    }

    let name: String
    let context: Context
    /// How it is written, for help.
    let shape: String
    /// *Units*: words after the directive.
    let arguments: ClosedRange<Int>
    var block = Block.none
    var isRepeatable = true
    /// Part of the language that this version does not carry out.
    var isAvailable = true

    private static func table(
        _ context: Context, _ rows: [(String, String, ClosedRange<Int>)], once: Set<String> = [],
        required: Set<String> = [], optional: Set<String> = [], unavailable: Set<String> = []
    ) -> [Directive] {
        rows.map { name, shape, arguments in
            Directive(
                name: name, context: context, shape: shape, arguments: arguments,
                block: required.contains(name) ? .required : optional.contains(name) ? .optional : .none,
                isRepeatable: !once.contains(name), isAvailable: !unavailable.contains(name))
        }
    }

    private static let many = 1 << 20

    /// Every directive of the language.
    static let all: [Directive] =
        table(
            .file,
            [
                ("scheme", "scheme NAME…", 1...many), ("host", "host [http://|https://]NAME[:PORT]…", 1...many),
                ("values", "values NAME MEMBER…", 2...many), ("product", "product ID { … }", 1...1),
                ("feature", "feature NAME { … }", 1...1), ("deny", "deny PATTERN [in SCOPE…]", 1...many),
                ("limit", "limit NAME VALUE", 2...2), ("operator", "operator group NAME", 2...2),
                ("include", "include GLOB", 1...1), ("delegate", "delegate group NAME", 2...2),
                ("profile", "profile production|development", 1...1),
                ("intake", "intake without-ledger on|off|undetermined", 2...2),
            ],
            once: ["profile", "intake"], required: ["feature"], optional: ["product"])
        + table(
            .product,
            [
                ("title", "title TEXT", 1...1), ("kind", "kind subscription|oneTime|consumable", 1...1),
                ("shared", "shared", 0...0),
            ],
            once: ["title", "kind", "shared"], unavailable: ["shared"])
        + table(
            .feature,
            [
                ("description", "description TEXT", 1...1), ("require", "require KIND …", 1...many),
                ("action", "action NAME { … }", 1...1), ("route", "route NAME PATTERN do ACTION", 4...4),
                ("feature", "feature NAME { … }", 1...1),
            ],
            once: ["description"], required: ["action", "feature"], optional: ["route"])
        + table(
            .action,
            [
                ("input", "input NAME TYPE[?] [= DEFAULT] [secret]", 2...5), ("exec", "exec PROGRAM ARG…", 1...many),
                ("respond", "respond [TEXT]", 0...1), ("timeout", "timeout DURATION", 1...1),
                ("output", "output BYTES", 1...1), ("success", "success CODE…", 1...256),
                ("environment", "environment NAME…", 1...many), ("detach", "detach", 0...0),
                ("concurrency", "concurrency COUNT", 1...many), ("queue", "queue COUNT", 1...many),
                ("redirect", "redirect URL", 1...many), ("channel", "channel NAME", 1...many),
                ("varlink", "varlink ADDRESS METHOD", 1...many), ("dbus", "dbus …", 1...many),
                ("unit", "unit …", 1...many), ("builtin", "builtin NAME", 1...many),
            ],
            once: ["exec", "respond", "timeout", "output", "success", "environment", "detach"],
            unavailable: [
                "concurrency", "queue", "redirect", "channel", "varlink", "dbus", "unit", "builtin",
            ])
        + table(
            .route,
            [
                ("in", "in SCOPE…", 1...many), ("query", "query NAME[:TYPE][?] | query NAME[:TYPE] = DEFAULT", 1...3),
                ("fragment", "fragment NAME[:TYPE][?] | fragment NAME[:TYPE] = DEFAULT", 1...3),
                ("strict", "strict", 0...0), ("except", "except PATTERN…", 1...many), ("over", "over ROUTE…", 1...many),
                ("with", "with INPUT VALUE", 2...2),
            ],
            once: ["in", "fragment", "strict"])
        + table(
            .caseFile, [("table", "table FILE", 1...1), ("case", "case NAME { … }", 1...1)],
            once: ["table"], required: ["case"])
        + table(
            .testCase,
            [
                ("url", "url URL", 1...1), ("with", "with KIND NAME VALUE", 2...many), ("expect", "expect CODE", 1...1),
                ("route", "route NAME", 1...1), ("parameter", "parameter NAME VALUE", 2...2),
                ("remedy", "remedy KIND", 1...1), ("withheld", "withheld KIND", 1...1),
            ],
            once: ["url", "expect", "route"])

    /// Where a directive of that name may stand, if anywhere.
    static func contexts(of name: String) -> [Context] {
        all.filter { $0.name == name }.map(\.context)
    }

    /// The directives of one block, by name.
    static func names(in context: Context) -> [String] {
        all.filter { $0.context == context }.map(\.name)
    }
}
