package import Contract
import Features
import Links
import Matching

extension LinkBuildError {
    /// What is wrong, as one sentence.
    package var sentence: String {
        switch self {
        case .unknownRoute(let name, _): "There is no route `\(name)`."
        case .unknownParameter(let name, _): "The route takes no parameter `\(name)`."
        case .repeatedParameter(let name): "The parameter `\(name)` is given twice."
        case .noPattern(let names):
            "No pattern of the route takes these parameters together: " + names.joined(separator: ", ") + "."
        case .missingParameter(let name, let expected): "The parameter `\(name)` is missing; it is \(expected)."
        case .invalidValue(let name, let text, let language):
            "The value `\(text)` of `\(name)` is not of the type `\(language.name)`."
        case .wrongShape(let name, let expectsList):
            expectsList ? "The parameter `\(name)` is a list." : "The parameter `\(name)` is one value, not a list."
        case .valueTooLong(let name): "The value of `\(name)` is longer than any link."
        case .emptyEntry(let name): "The list `\(name)` has an empty entry."
        case .forbiddenValue(let name, let rule): "No link can carry this value of `\(name)`: \(rule.sentence)"
        case .fixedValue(let name, let value?): "The parameter `\(name)` is always `\(value.argumentText)` here."
        case .fixedValue(let name, nil): "No link of the route carries a value of `\(name)`."
        case .unknownScope(let scope, _): "The route has no links in `\(scope)`."
        case .hostNeeded(let wildcard): "The route's host is `\(wildcard)`, which is many hosts."
        case .noScope: "The table declares no scheme or host for the route."
        case .refusedLink(let error, _): "The link would be refused: \(error.sentence)"
        case .denied(let pattern, _): "The table's `deny \(pattern)` covers the link."
        case .excluded(let except, _): "The route's own `except \(except)` covers the link."
        case .taken(let route, _): "The route `\(route)` takes the link."
        case .refusedInput(_, let sentence, _): sentence
        case .notReproduced(let reason, _): reason
        }
    }

    /// What to do about it.
    package var help: String {
        switch self {
        case .unknownRoute(_, let nearest?): "did you mean `\(nearest)`?"
        case .unknownRoute: "`deeplinkctl list` shows the routes"
        case .unknownParameter(_, let known):
            known.isEmpty ? "it takes none: leave it out" : "it takes: " + known.joined(separator: ", ")
        case .repeatedParameter: "give it once"
        case .noPattern: "give those of one pattern: `deeplinkctl list` shows the patterns"
        case .missingParameter: "give it a value"
        case .invalidValue(_, _, let language): InputValue.advice(on: .value(language))
        case .wrongShape(_, let expectsList): expectsList ? "give the list of its segments" : "give one text"
        case .valueTooLong: "give a shorter value"
        case .emptyEntry: "only the last of several entries may be empty, for a slash at the end"
        case .forbiddenValue: "carry it in another form, encoded by the program itself"
        case .fixedValue(_, let value): value == nil ? "leave it out" : "leave it out, or give that value"
        case .unknownScope(_, let choices):
            choices.isEmpty ? "the route has no scope" : "it has links in: " + choices.joined(separator: ", ")
        case .hostNeeded(let wildcard): "name one host under `\(wildcard)` as the scope"
        case .noScope: "declare a scheme or host in the table"
        case .refusedLink: "give shorter or fewer values"
        case .denied: "build no link to what the table denies, or narrow the `deny`"
        case .excluded: "give another value, or narrow the `except`"
        case .taken(let route, _): "give another value, or build the link for `\(route)`"
        case .refusedInput: "give another value"
        case .notReproduced: "choose another scope"
        }
    }

    /// The error as a client is told.
    package var report: LinkFault {
        LinkFault {
            ($0.code, $0.message, $0.help) = (code, sentence, help)
            ($0.parameter, $0.url) = (parameter, url)
        }
    }
}
