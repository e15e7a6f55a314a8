package import Contract
package import Links
package import Matching

/// The reason why no link was built: which parameter or scope, what is wrong with it, what to do instead.
package enum LinkBuildError: Error, Equatable, Sendable {
    // MARK: What was asked for

    /// No route has the name; the nearest that has one.
    case unknownRoute(String, nearest: String?)
    /// The route takes no such parameter, but these.
    case unknownParameter(String, known: [String])
    case repeatedParameter(String)
    /// No pattern of the route takes all of these parameters.
    case noPattern([String])
    /// A parameter that every link of the route has was not given.
    case missingParameter(String, expected: String)

    // MARK: Values

    /// The text is not of the parameter's type.
    case invalidValue(String, text: String, Language)
    /// A list stands where one text belongs, or the other way round.
    case wrongShape(String, expectsList: Bool)
    /// It is longer than any link that a table may allow.
    case valueTooLong(String)
    /// A list has an empty entry that is not the last of several.
    case emptyEntry(String)
    /// The policy of links refuses the text, so no link can carry it.
    case forbiddenValue(String, PolicyRule)
    /// The route itself sets the value, nil for none, and another value was given.
    case fixedValue(String, Value?)

    // MARK: Scopes

    /// The route has no links there, but in these scopes.
    case unknownScope(String, choices: [String])
    /// The route's hosts are wildcards, and a link goes to one host.
    case hostNeeded(wildcard: String)
    /// The table declares no scheme or host for the route.
    case noScope

    // MARK: What became of the link

    /// A limit of links or another rule of the policy.
    case refusedLink(LinkError, url: String)
    /// A `deny` of the table.
    case denied(by: String, url: String)
    /// An `except` of the route itself.
    case excluded(by: String, url: String)
    /// Another route has the link.
    case taken(by: String, url: String)
    /// The action refuses the value of this input.
    case refusedInput(String?, sentence: String, url: String)
    /// The link does not come back as what it was built from.
    case notReproduced(String, url: String)
}

extension LinkBuildError {
    /// The stable name of the case, for programs.
    package var code: String {
        switch self {
        case .unknownRoute: "unknownRoute"
        case .unknownParameter: "unknownParameter"
        case .repeatedParameter: "repeatedParameter"
        case .noPattern: "noPattern"
        case .missingParameter: "missingParameter"
        case .invalidValue: "invalidValue"
        case .wrongShape: "wrongShape"
        case .valueTooLong: "valueTooLong"
        case .emptyEntry: "emptyEntry"
        case .forbiddenValue: "forbiddenValue"
        case .fixedValue: "fixedValue"
        case .unknownScope: "unknownScope"
        case .hostNeeded: "hostNeeded"
        case .noScope: "noScope"
        case .refusedLink: "refusedLink"
        case .denied: "denied"
        case .excluded: "excluded"
        case .taken: "taken"
        case .refusedInput: "refusedInput"
        case .notReproduced: "notReproduced"
        }
    }

    /// The parameter at fault; nil where it is something else.
    package var parameter: String? {
        switch self {
        case .unknownParameter(let name, _), .repeatedParameter(let name), .missingParameter(let name, _),
            .invalidValue(let name, _, _), .wrongShape(let name, _), .valueTooLong(let name), .emptyEntry(let name),
            .forbiddenValue(let name, _), .fixedValue(let name, _):
            name
        case .refusedInput(let name, _, _): name
        case .unknownRoute, .noPattern, .unknownScope, .hostNeeded, .noScope, .refusedLink, .denied, .excluded, .taken,
            .notReproduced:
            nil
        }
    }

    /// The link that was built and then refused; nil where no link was built.
    package var url: String? {
        switch self {
        case .refusedLink(_, let url), .denied(_, let url), .excluded(_, let url), .taken(_, let url),
            .refusedInput(_, _, let url), .notReproduced(_, let url):
            url
        case .unknownRoute, .unknownParameter, .repeatedParameter, .noPattern, .missingParameter, .invalidValue,
            .wrongShape,
            .valueTooLong, .emptyEntry, .forbiddenValue, .fixedValue, .unknownScope, .hostNeeded, .noScope:
            nil
        }
    }

    /// How far a pattern of a route is from a link, to tell the patterns of one route apart: a link that was refused is
    /// nearer than a wrong value, and that than one that is missing.
    var distance: Int {
        switch self {
        case .refusedLink, .denied, .excluded, .taken, .refusedInput, .notReproduced: 0
        case .unknownRoute, .repeatedParameter, .invalidValue, .wrongShape, .valueTooLong, .emptyEntry, .forbiddenValue,
            .unknownScope, .hostNeeded, .noScope:
            1
        case .missingParameter, .unknownParameter, .fixedValue, .noPattern: 2
        }
    }
}
