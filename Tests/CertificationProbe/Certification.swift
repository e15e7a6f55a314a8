import Varlink

/// The calls of `org.varlink.certification`, the interface with which Varlink implementations test each other.
///
///     Start() → a client id
///     Test01(client id) → {"bool":true}
///     Test02(client id, {"bool":true}) → {"int":1}
///     …
///     End(client id) → {"all_ok":true}
///
/// Each answer holds what the next call must carry, so the service sees whether its client understood the answer.
enum Certification {
    static let interface = "org.varlink.certification"

    /// One call, with the id of its client left out.
    struct Step {
        /// *Shape*: the method without its interface: `Test01`.
        let name: String
        var wanted: Value
        let answers: [Value]
        var more = false
        var oneway = false
    }

    /// The calls after `Start`.
    static let steps: [Step] = {
        var steps: [Step] = []
        var wanted = Value.object([])
        for (index, text) in answers.enumerated() {
            let answer = value(text)
            let name = "Test" + (index < 9 ? "0" : "") + "\(index + 1)"
            steps.append(Step(name: name, wanted: wanted, answers: [answer]))
            wanted = answer
        }
        let words = (1...10).map { Value.string("Reply number \($0)") }
        let replies = words.map { Value.object([.init("string", $0)]) }
        steps.append(Step(name: "Test10", wanted: wanted, answers: replies, more: true))
        wanted = .object([.init("last_more_replies", .array(words))])
        steps.append(Step(name: "Test11", wanted: wanted, answers: [], oneway: true))
        steps.append(Step(name: "End", wanted: .object([]), answers: [value(#"{"all_ok":true}"#)]))
        return steps
    }()

    /// The answers to `Test01` … `Test09`.
    private static let answers = [
        #"{"bool":true}"#,
        #"{"int":1}"#,
        #"{"float":1.0}"#,
        #"{"string":"ping"}"#,
        #"{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}"#,
        #"{"struct":{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}}"#,
        #"{"map":{"foo":"Foo","bar":"Bar"}}"#,
        #"{"set":{"one":{},"two":{},"three":{}}}"#,
        """
        {"mytype":{"object":{"method":"org.varlink.certification.Test09","parameters":{"map":{"foo":"Foo","bar":"Bar"}}},
        "enum":"two","struct":{"first":1,"second":"2"},"array":["one","two","three"],"dictionary":{"foo":"Foo","bar":"Bar"},
        "stringset":{"one":{},"two":{},"three":{}},"nullable":null,"nullable_array_struct":null,
        "interface":{"foo":[null,{"foo":"foo","bar":"bar"},null,{"one":"foo","two":"bar"}],"anon":{"foo":true,"bar":false}}}}
        """,
    ]

    private static func value(_ text: String) -> Value {
        do {
            return try ValueDecoder.decode(Array(text.utf8).span)
        } catch {
            preconditionFailure("no JSON: \(error)")
        }
    }
}

extension Value {
    /// True if both mean the same: members have no order, null is absent, and 1 is 1.0.
    func means(_ other: Value) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            let (left, right) = (left.filter { $0.value != .null }, right.filter { $0.value != .null })
            return left.count == right.count
                && left.allSatisfy { member in other[member.name].map(member.value.means) ?? false }
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
        case (.integer, .number), (.number, .integer), (.number, .number):
            return number != nil && number == other.number
        default: return self == other
        }
    }

    private var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let literal): Double(literal)
        default: nil
        }
    }
}
