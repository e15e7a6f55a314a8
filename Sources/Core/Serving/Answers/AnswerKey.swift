import Contract
import Features
import Routing

/// What tells the answers of one action apart: whose facts count, the inputs, and the URL where the service gets it.
///
/// *Shape*: each input is its length and its text; one without a value is a length that no text has. So no two lists of
/// inputs have the same bytes.
struct AnswerKey: Hashable {
    let subject: Subject
    let bytes: [UInt8]

    /// The key of a link that may be performed.
    init(_ link: borrowing ClearedLink) {
        subject = link.proof.subject
        let action = link.proof.action
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        switch link.proof.inputs {
        case .texts(let texts):
            for input in 0..<texts.count {
                let range = texts.range(of: input)
                Self.add(UInt32(truncatingIfNeeded: range.count), to: &bytes)
                bytes += texts.bytes[range]
            }
        case .values(let members):
            for input in action.inputs { Self.add(members.first { $0.name == input.name }?.value, to: &bytes) }
        }
        if action.performer.dependsOnLink { link.appendURL(to: &bytes) }
        self.bytes = bytes
    }

    private static func add(_ value: Value?, to bytes: inout [UInt8]) {
        guard let value else { return add(UInt32.max, to: &bytes) }
        let text: String
        switch value {
        case .string(let string): text = string
        case .bool, .integer, .number, .null, .array, .object: text = JSONText.text(of: value)
        }
        add(UInt32(truncatingIfNeeded: text.utf8.count), to: &bytes)
        bytes += text.utf8
    }

    private static func add(_ count: UInt32, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
}
