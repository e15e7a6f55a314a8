// Compares a call with the description that its service gives of itself:
//
//     the table       varlink unix:/run/p io.example.Player.Play epsiode=$(id)
//     the service     method Play(episode: int) -> (title: string)
//     the finding     `Play` has no parameter `epsiode`; nearest is `episode: int`

import Conf
import Contract
import Features
import Matching
import Routing

extension VarlinkTemplate {
    /// The name of the interface, and of the method in it.
    var names: (interface: String, method: String) {
        let end = method.lastIndex(of: ".") ?? method.startIndex
        return (String(method[..<end]), String(method[end...].dropFirst()))
    }

    /// How the call and the answer differ from a description; empty where they fit.
    func differences(from text: InterfaceText, _ action: Action) -> [String] {
        let name = names.method
        guard let method = text.methods[name] else {
            let help = Suggestion.nearest(to: name, among: text.methods.keys.sorted()).map { "; nearest is `\($0)`" }
            return ["the service has no method `\(name)`" + (help ?? "")]
        }
        let given = Set(arguments.compactMap(\.path.first))
        let missing = method.parameters.filter { field in
            if case .optional = field.kind { return false }
            return !given.contains(field.name)
        }
        let wrong = arguments.compactMap { $0.difference(from: method.parameters, of: name, in: text, action) }
        // A parameter that is missing is often one that is misspelt.
        return (wrong.isEmpty ? missing.map { "`\(name)` needs the parameter `\($0)`" } : wrong)
            + (action.result?.members ?? []).compactMap { $0.difference(from: method.answer, of: name, in: text) }
    }
}

extension NamedArgument {
    fileprivate func difference(
        from parameters: [InterfaceText.Field], of method: String, in text: InterfaceText, _ action: Action
    ) -> String? {
        var (fields, subject) = (parameters, "`\(method)`")
        for (index, name) in path.enumerated() {
            guard let field = fields.first(where: { $0.name == name }) else {
                let nearest = Suggestion.nearest(to: name, among: fields.map(\.name))
                let help = nearest.flatMap { near in fields.first { $0.name == near } }.map { "; nearest is `\($0)`" }
                return "\(subject) has no parameter `\(name)`" + (help ?? "")
            }
            let kind = text.resolved(field.kind)
            guard index == path.count - 1 else {
                guard case .structure(let inner) = kind else {
                    // Any member fits an object and a map.
                    return [.object].contains(kind) || kind.isMap
                        ? nil : "the parameter `\(field)` of \(subject) has no members"
                }
                (fields, subject) = (inner, "`\(name)` of \(subject)")
                continue
            }
            return fits(kind, action)
                ? nil : "the parameter `\(field)` of \(subject) is given \(given(action).rawValue)"
        }
        return nil
    }

    private func language(_ action: Action) -> Language? {
        guard case .input(let name) = source, let input = action.inputs.first(where: { $0.name == name }),
            case .value(let language) = input.type
        else { return nil }
        return language
    }

    private func fits(_ kind: InterfaceText.Kind, _ action: Action) -> Bool {
        if kind == .object { return true }
        switch given(action) {
        case .int: return kind == .int || kind == .float
        case .number: return kind == .float
        case .bool: return kind == .bool
        case .list: return kind.isList
        case .null: return true
        case .string:
            guard case .choice(let names) = kind else { return kind == .string }
            return texts(action).map { $0.allSatisfy(names.contains) } ?? false
        }
    }

    /// All texts that can be given; nil where there is no end of them.
    private func texts(_ action: Action) -> [String]? {
        switch source {
        case .input:
            guard case .set(let set)? = language(action) else { return nil }
            return set.members.map { String(decoding: $0, as: UTF8.self) }
        case .text(let template): return template.inputs.isEmpty ? [template.preview(with: [], link: nil)] : nil
        case .constant: return nil
        }
    }

    private func given(_ action: Action) -> GivenType {
        switch source {
        case .text: return .string
        case .constant(let value):
            return switch value {
            case .null: .null
            case .bool: .bool
            case .integer: .int
            case .number: .number
            case .string, .array, .object: .string
            }
        case .input:
            guard let language = language(action) else { return .list }
            return switch language {
            case .int, .uint, .bounded(.int), .bounded(.uint): .int
            case .bool, .flag, .switch: .bool
            case .string, .slug, .hex, .uuid, .date, .set, .bounded: .string
            }
        }
    }
}

/// The type of the value that a table gives.
private enum GivenType: String {
    case int = "an int"
    case number = "a number"
    case bool = "a bool"
    case string = "a string"
    case list = "a list"
    case null
}

extension ResultShape.Member {
    fileprivate func difference(
        from answer: [InterfaceText.Field], of method: String, in text: InterfaceText
    ) -> String? {
        guard let field = answer.first(where: { $0.name == name }) else {
            let nearest = Suggestion.nearest(to: name, among: answer.map(\.name))
            let help = nearest.flatMap { near in answer.first { $0.name == near } }.map { "; nearest is `\($0)`" }
            return isOptional && nearest == nil ? nil : "the answer of `\(method)` has no `\(name)`" + (help ?? "")
        }
        guard type.takes(text.resolved(field.kind), in: text) else {
            return "`\(field)` of the answer of `\(method)` is no `\(type.name)`"
        }
        if case .optional = field.kind, !isOptional {
            return "`\(field)` of the answer of `\(method)` may be missing: write `\(name) \(type.name)?`"
        }
        return nil
    }
}

extension ResultType {
    fileprivate func takes(_ kind: InterfaceText.Kind, in text: InterfaceText) -> Bool {
        switch (self, kind) {
        // Of an object of the service nothing is known.
        case (_, .object): return true
        case (.int, .int), (.uint, .int), (.number, .int), (.number, .float), (.bool, .bool), (.string, .string),
            (.string, .choice), (.object, .structure), (.object, .map):
            return true
        case (.list(let element), .list(let inner)): return element.takes(text.resolved(inner), in: text)
        case (.int, _), (.uint, _), (.number, _), (.bool, _), (.string, _), (.object, _), (.list, _): return false
        }
    }
}

extension InterfaceText.Kind {
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
    fileprivate var isMap: Bool { if case .map = self { true } else { false } }
}
