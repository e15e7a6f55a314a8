/// An error in the text of a pattern, an exclusion or a declared host: the problem, its position and the correction.
package struct PatternError: Error, Equatable, Sendable {
    /// The kind of the error.
    ///
    /// Raw values are stable names for tests and logs.
    package enum Kind: String, Equatable, Sendable, CaseIterable {
        // Patterns and exclusions.
        case missingSlash, emptySegment, dotSegment, unmatchable, badEscape, tooManySegments
        case unclosedCapture, badCaptureName, duplicateCapture, tooManyCaptures, captureNotAllowed
        case unknownType, unknownSet, badSet, twoCaptures, tailNotAlone, tailNotLast, badOptional, tooManyPatterns
        // Declared hosts.
        case hostEmpty, hostSyntax, hostNotLowerCase, hostNotASCII, hostTrailingDot, hostWildcard, hostAddress, hostPort
        case hostTooLong
    }

    package let kind: Kind
    /// *Units*: bytes from the start of the text that was parsed.
    package let offset: Int
    /// *Units*: bytes, at least one unless the text ends at `offset`.
    package let length: Int
    /// The problem as one sentence.
    package let sentence: String
    /// The text to write instead, if known.
    package let help: String?

    init(_ kind: Kind, _ place: Range<Int>, _ sentence: String, help: String? = nil) {
        self.kind = kind
        offset = place.lowerBound
        length = place.count
        self.sentence = sentence
        self.help = help
    }
}
