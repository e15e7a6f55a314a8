/// The reason why bytes are not a message.
///
/// All of these end the connection: none has a well-defined answer.
package enum FramingError: Error, Equatable, Sendable {
    /// *Units*: bytes without the NUL; `amount` counts those seen so far.
    case messageTooLong(limit: Int, amount: Int)
    /// The bytes are no JSON. *Units*: `offset` in bytes from the start of the message.
    case json(JSONFault, offset: Int)
    /// The JSON text is no message of the protocol.
    case header(HeaderFault)
    /// A reply lacks a member that it must have, or has it with another type.
    case field(name: String, expected: String)

    /// What `field` says was expected where a word is none that this program knows.
    package static let knownWord = "a known word"

    /// What is wrong with a JSON text.
    package enum JSONFault: Equatable, Sendable {
        /// The text ends inside a value, or before one.
        case unexpectedEnd
        /// A byte that the grammar does not allow here.
        case unexpectedByte(UInt8)
        /// Something follows the value.
        case trailingBytes
        /// A byte below 0x20 in a string, which has to be escaped.
        case controlCharacter(UInt8)
        /// A backslash with something after it that is no escape.
        case invalidEscape
        /// An escape that is half of a surrogate pair.
        case loneSurrogate
        /// Bytes in a string that are no UTF-8.
        case invalidUTF8
        /// A digit is missing.
        case invalidNumber
        /// An object has the name twice.
        case duplicateName(String)
        /// *Units*: nested arrays and objects.
        case tooDeep(limit: Int)
    }

    /// What is wrong with the members around the parameters.
    package enum HeaderFault: Equatable, Sendable {
        case notAnObject
        case methodMissing
        case methodNotAString
        case parametersNotAnObject
        /// A member without a dot in its name that the protocol does not define.
        case unknownMember(String)
        /// Vendors' members are more than a call may have.
        case tooManyMembers(limit: Int)
        case flagNotABoolean(String)
        /// More than one of `oneway`, `more` and `upgrade`.
        case severalFlags
        case errorNotAString
        /// An error always ends its call.
        case errorContinues
    }
}
