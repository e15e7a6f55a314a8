extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }

    /// Hands the array over and leaves an empty one, so that whoever gets it can write without copying it first.
    package mutating func released() -> [UInt8] {
        var empty: [UInt8] = []
        swap(&self, &empty)
        return empty
    }
}
