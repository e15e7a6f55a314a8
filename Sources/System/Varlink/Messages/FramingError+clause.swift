// The fault of a message, as the end of a sentence: "the reply cannot be read: it is not JSON at byte 7: …".

extension FramingError {
    /// What is wrong, without a full stop.
    package var clause: String {
        switch self {
        case .field(let name, let expected): "expected \(expected) at `\(name)`"
        case .messageTooLong(let limit, _): "it has more than \(limit) bytes"
        case .json(let fault, let offset): "it is not JSON at byte \(offset): \(fault.clause)"
        case .header(let fault): "it is not a Varlink reply: \(fault.clause)"
        }
    }
}

extension FramingError.JSONFault {
    /// What is wrong with a JSON text, without a full stop.
    package var clause: String {
        switch self {
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
}

extension FramingError.HeaderFault {
    fileprivate var clause: String {
        switch self {
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
