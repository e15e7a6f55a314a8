/// One table as it was read from disk or standard input.
package struct TableFile: Sendable {
    /// The name that diagnostics show.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
