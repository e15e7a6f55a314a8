internal import Contract

// Members that are omitted where they do not apply: a nil or an empty list writes nothing.

extension JSONWriter {
    /// Writes a member with a text, if there is one.
    mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        member(name, text.utf8.span)
    }

    /// Writes a member with an integer, if there is one.
    mutating func member(_ name: String, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        self.name(name)
        integer(number)
    }

    /// Writes a member with a flag.
    mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        bool(flag)
    }

    /// Writes the list even where it is empty.
    mutating func member(_ name: String, _ texts: [String]) {
        self.name(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// Writes the list even where it is empty.
    mutating func member<Element>(
        _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// Writes any value; names may be anything here, so they are escaped.
    mutating func value(_ value: Value) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .number(let literal): raw(literal)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members): object(members)
        }
    }

    /// Writes an object with the members in their order.
    mutating func object(_ members: [Value.Member]) {
        beginObject()
        for member in members {
            foreignName(member.name)
            value(member.value)
        }
        endObject()
    }
}
