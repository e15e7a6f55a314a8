/// The validation errors of one parse: the first one of each rule, so that no text makes the list long.
///
/// *Cost*: no allocation for the first three.
struct ValidationNotes: Sendable {
    private var list = InlineList<3, ValidationError>(filler: ValidationError(rule: .invalidURLUnit, offset: 0))

    /// The number of errors.
    var count: Int { list.count }

    /// The error at an index below `count`, in the order in which they were found.
    subscript(index: Int) -> ValidationError { list[index] }

    /// All errors.
    var errors: [ValidationError] { (0..<count).map { list[$0] } }

    /// Stores an error unless there already is one of the same rule.
    mutating func note(_ rule: URLRule, at offset: Int) {
        if first(rule) == nil { list.append(ValidationError(rule: rule, offset: offset)) }
    }

    /// The offset of the stored error of a rule; nil if there is none.
    func first(_ rule: URLRule) -> Int? {
        (0..<count).first { list[$0].rule == rule }.map { list[$0].offset }
    }

    /// Converts all offsets to the text as sent, and adds the errors that cleaning found.
    mutating func remark(on cleaned: CleanedText, _ sent: Span<UInt8>) {
        for index in 0..<list.count {
            let offset = cleaned.offsetAsSent(list[index].offset, in: sent)
            list[index] = ValidationError(rule: list[index].rule, offset: offset)
        }
        if let offset = cleaned.tabOrNewline { note(.tabOrNewline, at: offset) }
        if cleaned.range.count != sent.count {
            note(.outerBlank, at: cleaned.range.lowerBound > 0 ? 0 : cleaned.range.upperBound)
        }
    }
}
