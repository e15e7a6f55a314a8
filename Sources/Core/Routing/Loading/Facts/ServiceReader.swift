package import Conf

/// Reads the addresses and methods of services on this machine, as in `unix:/run/flags io.example.Flags.Get`.
package struct ServiceReader: BlockReader {
    package let table: TableReading
    /// The code of what is wrong with an address or a method.
    private let fault: DiagnosticCode

    /// - Parameter fault: the code of what is wrong with an address or a method.
    package init(table: TableReading, fault: DiagnosticCode) { (self.table, self.fault) = (table, fault) }

    /// The path of an address; nil where it was reported.
    package func readAddress(_ word: PlacedWord) -> String? {
        let path = String(word.text.dropFirst(5))
        guard word.text.hasPrefix("unix:"), Name.isPlainPath(path), !path.utf8.contains(UInt8(ascii: ";")) else {
            return refuse(
                fault, word.place, "`\(word.text)` is not the address of a service of this machine",
                help: "write `unix:` and the absolute path of its socket, as in `unix:/run/flags`")
        }
        // 108 bytes hold the path and its NUL in the kernel's address.
        guard path.utf8.count < 108 else {
            return refuse(
                fault, word.place,
                "the path of a socket has at most 107 bytes, this one has \(path.utf8.count)",
                help: "have the service listen at a shorter one")
        }
        return path
    }

    /// A method with its interface; nil where it was reported.
    ///
    /// *Source*: UAPI.20, the grammar of interface names.
    package func readMethod(_ word: PlacedWord) -> String? {
        let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
        let interface = parts.dropLast()
        if interface.count > 1, Self.isMember(parts.last ?? ""),
            interface.first?.utf8.first.map(Name.isLetter) == true, interface.allSatisfy(Self.isLabel)
        {
            return word.text
        }
        return refuse(
            fault, word.place, "`\(word.text)` is not a method of an interface",
            help: "as in `io.example.Flags.Get`")
    }

    private static func isMember(_ name: Substring) -> Bool {
        name.first?.isUppercase == true && name.utf8.allSatisfy(isLetterOrDigit)
    }

    /// *Shape*: letters and digits, with hyphens inside.
    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { $0 == 0x2D || isLetterOrDigit($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { Name.isLetter(byte) || Name.isDigit(byte) }
}
