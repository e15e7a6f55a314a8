internal import Glibc

/// A list of strings in C's form: an array of pointers that ends with nil.
@safe package struct CStringList: ~Copyable {
    package let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// *Throws*: `unusableText` for a string that holds a NUL byte: C would read only the part before it.
    package init(_ strings: [String]) throws(LoopError) {
        if let bad = strings.first(where: { $0.utf8.contains(0) }) { throw .unusableText(bad) }
        count = strings.count
        unsafe pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { unsafe (pointers + index).initialize(to: strdup(string)) }
        unsafe (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
