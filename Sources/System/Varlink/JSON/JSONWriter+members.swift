extension JSONWriter {
    /// Writes a member with a text, if there is one.
    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        member(name, text.utf8.span)
    }

    /// Writes a member with a value of any type.
    package mutating func value(_ name: String, _ value: some WireValue) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member that is true.
    package mutating func flag(_ name: String) {
        self.name(name)
        bool(true)
    }

    /// Writes any value; names may be anything here, so they are escaped.
    package mutating func value(_ value: Value) {
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
    package mutating func object(_ members: [Value.Member]) {
        beginObject()
        for member in members { self.member(member) }
        endObject()
    }

    /// Writes a member of any name.
    package mutating func member(_ member: Value.Member) {
        foreignName(member.name)
        value(member.value)
    }
}
