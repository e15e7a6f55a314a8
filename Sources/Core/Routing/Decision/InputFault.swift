import Conf
import Features
import Links
import Matching

/// The fault of one input of a link whose path a route takes.
package struct InputFault: Error, Equatable, Sendable {
    let kind: QueryFault
    /// The query key, the fragment's name, or the action's input.
    let name: String
    /// The type that the value had to be of.
    let expected: String?
    /// Where the policy of links refuses the value.
    let breach: Breach?
    /// What is wrong, as a clause: `the link lacks the query key "q"`.
    let clause: String
    /// The name that was probably meant.
    var nearest: String?
    /// The rule that the value of a named input violates.
    var rule: PolicyRule?

    private init(_ kind: QueryFault, _ name: String, expected: String? = nil, breach: Breach? = nil, _ clause: String) {
        self.kind = kind
        self.name = name
        self.expected = expected
        self.breach = breach
        self.clause = clause
    }

    /// The clause as a sentence.
    var sentence: String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }

    /// An input that the action cannot be performed with.
    init(_ refusal: InputRefusal) {
        self.init(.invalid, refusal.input, "the value of `\(refusal.input)` \(refusal.reason)")
    }

    /// The values to choose one from, for the end of a clause: `, one of de, en and 4 more`; empty for other types.
    private static func choice(_ language: Language?) -> String {
        guard case .set? = language else { return "" }
        return language?.values.map { ", " + $0 } ?? ""
    }

    // MARK: The inputs of a named action

    /// The action has no such input.
    init(unknownInput name: String, nearest: String?) {
        let help = nearest.map { "; did you mean `\($0)`?" } ?? ""
        self.init(.unexpected, name, "the action takes no input `\(name)`\(help)")
        self.nearest = nearest
    }

    /// An input that the action cannot do without was not given.
    init(missingInput input: ActionInput) {
        let language: Language? = if case .value(let language) = input.type { language } else { nil }
        self.init(
            .missing, input.name, expected: InputValue.name(of: input.type),
            "the call lacks the input `\(input.name)`" + Self.choice(language))
    }

    /// A text is not of the input's type.
    init(mistyped input: ActionInput, _ language: Language) {
        let clause =
            "the value of `\(input.name)` is not "
            + (language.values ?? "of the type `\(language.name)`")
        self.init(.invalid, input.name, expected: language.name, clause)
    }

    /// A value is a list where one text belongs, or neither.
    init(misshapen input: ActionInput) {
        let clause =
            input.type == .list
            ? "the value of `\(input.name)` is no list of texts"
            : "the value of `\(input.name)` is neither a text nor an integer nor a boolean"
        self.init(.invalid, input.name, expected: InputValue.name(of: input.type), clause)
    }

    /// The policy of links refuses a text.
    init(_ rule: PolicyRule, of input: ActionInput) {
        self.init(.invalid, input.name, "the value of `\(input.name)` cannot be taken: \(rule.sentence.dropLast())")
        self.rule = rule
    }

    /// The inputs together have more text than a URL may have.
    init(tooLong input: ActionInput, limit: Int) {
        self.init(.invalid, input.name, "the inputs have more than \(limit) bytes with that of `\(input.name)`")
    }

    /// No route of the action could bring the value; nil where none could bring all of them together.
    init(unroutable input: ActionInput?) {
        let what = input.map { "this value of `\($0.name)`" } ?? "these inputs together"
        self.init(.invalid, input?.name ?? "", "no route brings the action \(what)")
    }

    // MARK: The query

    /// A fault that a match or a trace found in the query, by the numbers of the route's condition and the link's item.
    init(_ fault: QueryFault, condition: Int?, item: Int?, of route: Route, in link: Link) {
        let declared = condition.map { route.query[$0] }
        let item = item.map { link.queryItem($0) }
        let key = declared?.key ?? item.map { $0.keyBreach == nil ? link.text($0.key) : "?" } ?? ""
        let language = declared?.language
        let type = language?.name
        self =
            switch fault {
            case .missing:
                InputFault(
                    fault, key, expected: type, "the link lacks the query key `\(key)`" + Self.choice(language))
            case .duplicate: InputFault(fault, key, "the query key `\(key)` is given more than once")
            case .unexpected:
                InputFault(
                    fault, key,
                    "the route takes no query key `\(key)`"
                        + (Suggestion.nearest(to: key, among: route.query.map(\.key)).map { ", but `\($0)`" } ?? ""))
            case .invalid: InputFault(invalid: key, language, item)
            }
    }

    private init(invalid key: String, _ language: Language?, _ item: QueryItem?) {
        let clause =
            if let breach = item?.valueBreach {
                "the value of `\(key)` cannot be taken: \(breach.rule.sentence.dropLast())"
            } else if item?.value.isEmpty == true {
                "the query key `\(key)` has no value"
            } else {
                "the value of `\(key)` is not "
                    + (language?.values ?? "of the type `\(language?.name ?? "")`")
            }
        self.init(.invalid, key, expected: language?.name, breach: item?.valueBreach, clause)
    }

    // MARK: The fragment

    /// What is wrong with a link's fragment for a route that declares one; nil where nothing is.
    init?(fragmentOf link: Link, for declared: Route.Fragment) {
        let (name, type) = (declared.name, declared.language.name)
        guard let fragment = link.givenFragment else {
            guard declared.isRequired else { return nil }
            self.init(.missing, name, expected: type, "the link has no fragment, which is `\(name)`")
            return
        }
        if let breach = fragment.breach {
            let clause = "the fragment cannot be `\(name)`: \(breach.rule.sentence.dropLast())"
            self.init(.invalid, name, expected: type, breach: breach, clause)
        } else if !declared.language.accepts(Array(link.text(fragment.value).utf8).span) {
            let clause =
                declared.language.values.map { "the fragment, which is `\(name)`, is not \($0)" }
                ?? "the fragment is not of the type `\(type)`, which `\(name)` has"
            self.init(.invalid, name, expected: type, clause)
        } else {
            return nil
        }
    }
}

extension Link {
    /// The fragment, if it is not empty.
    var givenFragment: Fragment? { fragment.flatMap { $0.value.isEmpty && $0.breach == nil ? nil : $0 } }
}
