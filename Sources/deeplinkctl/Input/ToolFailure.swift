internal import Varlink

/// A failure of the tool itself: exit status 1.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String

    /// The reply is that of another method; `Reply` returns that of the request's method, so this does not happen.
    static let wrongReply = ToolFailure("the daemon's reply does not belong to the request")

    init(_ description: String) {
        self.description = description
    }

    /// A daemon's reply that is malformed or lacks a member that this tool needs.
    init(_ error: FramingError) {
        let what =
            switch error {
            case .field(let name, let expected): "expected \(expected) at `\(name)`"
            case .messageTooLong(let limit, _): "it has more than \(limit) bytes"
            case .json(let fault, let offset): "it is not JSON at byte \(offset): \(Self.clause(fault))"
            case .header(let fault): "it is not a Varlink reply: \(Self.clause(fault))"
            }
        self.init("the daemon's reply cannot be read: \(what); `deeplinkctl call` prints the raw reply")
    }

    private static func clause(_ fault: FramingError.JSONFault) -> String {
        switch fault {
        case .unexpectedEnd: "it ends too early"
        case .unexpectedByte: "this byte cannot stand here"
        case .trailingBytes: "something follows the value"
        case .controlCharacter: "a string has a control character"
        case .invalidEscape: "a string has an unknown escape"
        case .loneSurrogate: "an escape is half of a surrogate pair"
        case .invalidUTF8: "a string is not UTF-8"
        case .invalidNumber: "a number lacks a digit"
        case .duplicateName(let name): "an object has `\(name)` twice"
        case .tooDeep(let limit): "it is nested more than \(limit) deep"
        }
    }

    private static func clause(_ fault: FramingError.HeaderFault) -> String {
        switch fault {
        case .notAnObject: "it is not an object"
        case .methodMissing: "it has no `method`"
        case .methodNotAString: "`method` is not a string"
        case .parametersNotAnObject: "`parameters` is not an object"
        case .unknownMember(let name): "the member `\(name)` is unknown"
        case .tooManyMembers(let limit): "it has more than \(limit) members of vendors"
        case .flagNotABoolean(let name): "`\(name)` is not a boolean"
        case .severalFlags: "it has more than one of `oneway`, `more` and `upgrade`"
        case .errorNotAString: "`error` is not a string"
        case .errorContinues: "an error has `continues`"
        }
    }
}
