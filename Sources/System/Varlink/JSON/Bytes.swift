extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        // All empty arrays share one storage; to append nothing would write its count there, on each thread that does it.
        if bytes.isEmpty { return }
        append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }

    /// Empties a buffer that is used again; storage above 64 KiB is given back, so that an idle connection keeps little.
    package mutating func empty() { removeAll(keepingCapacity: capacity <= 64 << 10) }

}

extension Array {
    /// Returns the array and leaves an empty one, so that a write to the returned array does not copy it.
    package mutating func released() -> [Element] {
        var empty: [Element] = []
        swap(&self, &empty)
        return empty
    }
}
