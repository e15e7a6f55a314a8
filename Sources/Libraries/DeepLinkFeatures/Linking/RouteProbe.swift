import Contract
import Features
import Matching

/// Takes down which inputs of a route are asked for, and what is wrong with asking.
final class RouteProbe {
    /// What is wrong with one question.
    struct Fault: Equatable {
        let input: String
        let problem: String
    }

    private let inputs: [ActionInput]
    private(set) var faults: [Fault] = []
    /// What is asked for as something that links may leave out, and this route never gives; another route to the same
    /// action may.
    private(set) var absent: Set<String> = []

    /// - Parameter inputs: what the route gives.
    init(_ inputs: [ActionInput]) {
        self.inputs = inputs
    }

    /// Made-up values of the route's types, with all that links may leave out, or without any of it.
    func samples(optional: Bool) -> [Value.Member] {
        inputs.compactMap { input in
            guard optional || !input.isOptional else { return nil }
            switch input.type {
            case .list: return .init(input.name, .array([.string("a")]))
            case .value(let language): return .init(input.name, .string(Self.sample(of: language)))
            }
        }
    }

    // MARK: Questions

    /// A list is asked for.
    func askForList(_ name: String) {
        guard let input = input(name) else { return }
        if input.type != .list { note(name, "it is one value, and is read as a list") }
    }

    /// One value is asked for.
    ///
    /// - Parameter takes: whether a text can be read as what is asked for.
    func ask(_ name: String, _ type: Any.Type, isOptional: Bool, takes: (String) -> Bool) {
        if isOptional, find(name) == nil { return _ = absent.insert(name) }
        guard let input = input(name) else { return }
        guard case .value(let language) = input.type else {
            return note(name, "it is a list of segments, and is read as one value")
        }
        if input.isOptional, !isOptional {
            return note(name, "links may leave it out: give it a default, or read it with `valueIfPresent`")
        }
        if let texts = Self.texts(of: language) {
            if let text = texts.first(where: { !takes($0) }) {
                note(name, "it can be `\(text)`, which is no `\(type)`")
            }
        } else if !Self.canHold(type, language) {
            note(name, "it can be any `\(language.name)`, and is read as `\(type)`")
        }
    }

    /// Something in the place of an answer that there is none for, so that the questions after it are heard, too.
    func substitute<Answer>(_ make: (String) -> Answer?) -> Answer? {
        for language in [Language.int, .bool, .slug, .uuid, .date] {
            if let answer = make(Self.sample(of: language)) { return answer }
        }
        return nil
    }

    private func input(_ name: String) -> ActionInput? {
        let input = find(name)
        if input == nil {
            let known = inputs.map { "`\($0.name)`" }.joined(separator: ", ")
            note(name, "the route gives no such value" + (known.isEmpty ? "" : ", but \(known)"))
        }
        return input
    }

    private func find(_ name: String) -> ActionInput? { inputs.first { $0.name.utf8.elementsEqual(name.utf8) } }

    private func note(_ input: String, _ problem: String) {
        let fault = Fault(input: input, problem: problem)
        if !faults.contains(fault) { faults.append(fault) }
    }

    // MARK: Languages

    /// Every text of a language that lists them.
    private static func texts(of language: Language) -> [String]? {
        switch language {
        case .bool: ["true", "false"]
        case .set(let set): set.members.map { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }

    /// Whether a type of the standard library may hold any text of a language; sizes aside, which are checked link by
    /// link, and nothing is known of other types.
    private static func canHold(_ type: Any.Type, _ language: Language) -> Bool {
        if type is Bool.Type { return false }
        if type is any UnsignedInteger.Type { return language.integers.map { $0.lowerBound >= 0 } ?? false }
        if type is any Numeric.Type { return language.integers != nil }
        return true
    }

    /// A text of the language.
    static func sample(of language: Language) -> String {
        switch language {
        case .string, .slug: "a"
        case .hex, .uint, .int: "1"
        case .uuid: "00000000-0000-0000-0000-000000000000"
        case .date: "2000-01-01"
        case .bounded(let type): type.sample
        case .bool, .set: texts(of: language)?.first ?? "a"
        // Its keys feed inputs of the type `bool`.
        case .flag, .switch: "true"
        }
    }
}
