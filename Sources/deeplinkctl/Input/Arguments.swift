import HostSystem

/// The words of the command line.
enum Arguments {
    /// All but the program's name.
    ///
    /// The language's library has put U+FFFD in the place of bytes that are no UTF-8, which makes another URL or another
    /// file of what somebody wrote. Where a word holds that character, the kernel's copy of the command line tells whether
    /// it was written so.
    /// *Throws*: `Misuse` for a word that is no UTF-8.
    static func words() throws -> [String] {
        let words = Array(CommandLine.arguments.dropFirst())
        for (number, word) in words.enumerated() where word.unicodeScalars.contains("\u{FFFD}") {
            // ignored: without /proc nobody can tell, and the character is taken as written.
            guard let file = try? FileReader.read("/proc/self/cmdline", byteLimit: 16 << 20) else { break }
            guard String(validating: file.bytes, as: UTF8.self) == nil else { break }
            throw Misuse("argument \(number + 1) is not UTF-8: \(Misuse.quoted(word))", help: "write it in UTF-8")
        }
        return words
    }
}
