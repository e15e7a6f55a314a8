/// The remarks of one parse: the first place of each rule, so that no text makes the list long.
///
/// *Cost*: no allocation while there is nothing to remark on.
struct ValidationNotes: Sendable {
    private(set) var errors: [ValidationError] = []

    /// Keeps a remark unless an earlier place already broke the same rule.
    mutating func note(_ rule: URLRule, at offset: Int) {
        if first(rule) == nil { errors.append(ValidationError(rule: rule, offset: offset)) }
    }

    /// The first place where a rule was broken.
    func first(_ rule: URLRule) -> Int? {
        for error in errors where error.rule == rule { return error.offset }
        return nil
    }

    /// Turns offsets into the cleaned text into offsets into the text as it was sent.
    mutating func mapOffsets(_ asSent: (Int) -> Int) {
        errors = errors.map { ValidationError(rule: $0.rule, offset: asSent($0.offset)) }
    }
}
