// The types of an action's answer. A service is another program, so its answer is checked before anyone gets it:
//
//     result {                {"title": "Dune", "position": 7, "size": 4096}
//         title string
//         position uint?      → {"title": "Dune", "position": 7}
//     }
//
// A member that the table does not name is left out. One that is missing or of another type is a fault, with its path.

package import Contract

/// What the table says of the answer of an action: its members and their types.
package struct ResultShape: Equatable, Sendable {
    /// One member.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let type: ResultType
        /// True if it may be missing, or null.
        package let isOptional: Bool

        /// A member of that name.
        package init(_ name: String, _ type: ResultType, isOptional: Bool = false) {
            (self.name, self.type, self.isOptional) = (name, type, isOptional)
        }
    }

    /// The answer and what is wrong with it.
    package struct Fault: Error, Equatable {
        /// *Shape*: `tags[2]`; empty for the answer as a whole.
        package let path: String
        package let expected: String
        package let found: String

        /// A fault at a path.
        package init(path: String = "", expected: String, found: String) {
            (self.path, self.expected, self.found) = (path, expected, found)
        }
    }

    /// In the order of the table.
    package let members: [Member]

    package init(_ members: [Member]) { self.members = members }

    /// The members of an answer that the table names, each of its type.
    ///
    /// - Parameter answer: an object.
    package func decode(_ answer: Value) throws(Fault) -> [Value.Member] {
        guard case .object(let found) = answer else { throw Fault(expected: "object", found: answer.typeName) }
        var decoded: [Value.Member] = []
        for member in members {
            let value = found.last { $0.name == member.name }?.value
            switch value {
            case nil, .null?:
                guard member.isOptional else {
                    throw Fault(
                        path: member.name, expected: member.type.name, found: value == nil ? "missing" : "null")
                }
            case let value?:
                decoded.append(Value.Member(member.name, try member.type.check(value, at: member.name)))
            }
        }
        return decoded
    }
}

/// The type of one member of an answer.
package indirect enum ResultType: Equatable, Sendable {
    /// An integer of 64 bits.
    case int
    /// One that is not below zero.
    case uint
    case number
    case bool
    case string
    /// Any JSON object, handed on as it is.
    case object
    /// *Shape*: `string[]`.
    case list(ResultType)

    /// The types of one value, by their names.
    package static let named: [(name: String, type: ResultType)] = [
        ("string", .string), ("int", .int), ("uint", .uint), ("number", .number), ("bool", .bool), ("object", .object),
    ]

    /// The type of a name, `uint` or `string[]`; nil for any other text.
    package init?(named text: String) {
        if text.hasSuffix("[]") {
            // A list of lists is nothing that a table could be asked about.
            guard let element = Self.named.first(where: { $0.name == text.dropLast(2) })?.type else { return nil }
            self = .list(element)
        } else if let type = Self.named.first(where: { $0.name == text })?.type {
            self = type
        } else {
            return nil
        }
    }

    /// As the table writes it.
    package var name: String {
        if case .list(let element) = self { return element.name + "[]" }
        return Self.named.first { $0.type == self }?.name ?? ""
    }

    fileprivate func check(_ value: Value, at path: String) throws(ResultShape.Fault) -> Value {
        switch (self, value) {
        case (.string, .string), (.bool, .bool), (.int, .integer), (.number, .integer), (.number, .number),
            (.object, .object):
            return value
        case (.uint, .integer(let number)) where number >= 0: return value
        case (.list(let element), .array(let found)):
            var checked: [Value] = []
            for (index, value) in found.enumerated() {
                checked.append(try element.check(value, at: "\(path)[\(index)]"))
            }
            return .array(checked)
        case (.uint, .integer): throw ResultShape.Fault(path: path, expected: name, found: "a number below zero")
        case (.string, _), (.bool, _), (.int, _), (.uint, _), (.number, _), (.object, _), (.list, _):
            throw ResultShape.Fault(path: path, expected: name, found: value.typeName)
        }
    }
}

extension Value {
    /// The type of a value, for reports about answers.
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "int"
        case .number: "number"
        case .string: "string"
        case .array: "list"
        case .object: "object"
        }
    }
}

extension Action {
    /// The performance of an action that was answered.
    ///
    /// Without a `result` block an answer is dropped: the table says nothing of who may see it.
    ///
    /// - Parameters:
    ///   - answer: an object.
    ///   - execution: how it was performed.
    package func performance(
        answering answer: Value, _ execution: Execution, as code: OutcomeCode = .okPerformed
    ) -> Performance {
        guard let result else { return .done(code, execution) }
        do throws(ResultShape.Fault) {
            return .done(code, execution, result: try result.decode(answer))
        } catch {
            return .failed(RunningError(undecoded: error, of: self, execution))
        }
    }
}

extension RunningError {
    /// The action was performed, and its answer is not what the table says.
    package init(undecoded fault: ResultShape.Fault, of action: Action, _ execution: Execution) {
        var execution = execution
        var decoding = Execution.Decoding()
        (decoding.path, decoding.expected, decoding.found) = (fault.path, fault.expected, fault.found)
        (execution.decoding, execution.effect) = (decoding, action.limits.hasNoEffect ? nil : "taken")
        let place = fault.path.isEmpty ? "its answer" : "`\(fault.path)` of its answer"
        let state = fault.found == "missing" ? "is missing" : "is \(fault.found)"
        self.init(
            .failedDecode, "The action was performed, but \(place) \(state) and not \(fault.expected).", execution)
    }
}
