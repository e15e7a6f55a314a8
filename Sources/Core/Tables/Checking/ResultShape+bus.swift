// Compares what a table says of an answer with the types that a service on a message bus says it answers with:
//
//     the table       result { title string ; position uint }
//     the service     <arg type="s" direction="out"/><arg type="s" direction="out"/>
//     the finding     Play answers with the type s in the place of `position`, which is no `uint`

import Features
import SystemBus

extension ResultShape {
    /// How the answer differs; nil where it fits, or nothing is known of it.
    ///
    /// - Parameter signature: the types of the answer, as D-Bus writes them.
    func difference(from signature: String, of member: String) -> String? {
        // ignored: a service that writes no signature says nothing of its answer.
        guard let types = try? BusSignature(parsing: signature).types else { return nil }
        // A dictionary from texts is the object itself; which texts it has is not known.
        if types.count == 1, case .dictionary(.string, let value) = types[0] {
            return members.first { !$0.type.takes(value) }.map { wrong in
                "\(member) answers with values of the type \(value), and no `\(wrong.type.name)` for `\(wrong.name)`"
            }
        }
        for (wanted, type) in zip(members, types) where !wanted.type.takes(type) {
            return "\(member) answers with the type \(type) in the place of `\(wanted.name)`, "
                + "which is no `\(wanted.type.name)`"
        }
        return members.dropFirst(types.count).first { !$0.isOptional }.map { missing in
            let count = types.isEmpty ? "nothing" : types.count == 1 ? "one value" : "\(types.count) values"
            return "\(member) answers with \(count), and nothing is left for `\(missing.name)`"
        }
    }
}

extension ResultType {
    /// True if a value of a type on the bus can be one of this type.
    fileprivate func takes(_ type: BusType) -> Bool {
        switch (self, type) {
        case (_, .variant): true
        case (.string, .basic(let basic)): [.string, .objectPath, .signature].contains(basic)
        case (.bool, .basic(let basic)): basic == .boolean
        case (.number, .basic(let basic)): basic == .double || basic.isInteger
        case (.int, .basic(let basic)), (.uint, .basic(let basic)): basic.isInteger
        case (.object, .dictionary(let key, _)): [.string, .objectPath, .signature].contains(key)
        case (.list(let element), .array(let inner)): element.takes(inner)
        // Of a structure each member has a type of its own.
        case (.list(let element), .structure(let inner)): inner.allSatisfy(element.takes)
        case (.string, _), (.bool, _), (.number, _), (.int, _), (.uint, _), (.object, _), (.list, _): false
        }
    }
}

extension BusType.Basic {
    fileprivate var isInteger: Bool {
        switch self {
        case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64: true
        case .boolean, .double, .string, .objectPath, .signature, .descriptor: false
        }
    }
}
