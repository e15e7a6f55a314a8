import HostSystem

/// The arguments of the command line.
enum Arguments {
    /// All arguments after the program's name.
    ///
    /// Swift's library has replaced bytes that are not UTF-8 by U+FFFD, which turns them into another URL or another file.
    /// If an argument holds that character, the kernel's copy of the command line shows if it was written so.
    /// *Throws*: `UsageError` for an argument that is not UTF-8.
    static func words() throws -> [String] {
        let words = Array(CommandLine.arguments.dropFirst())
        for (number, word) in words.enumerated() where word.unicodeScalars.contains("\u{FFFD}") {
            // ignored: without /proc this cannot be decided, and the character is taken as written.
            guard let file = try? FileReader.read("/proc/self/cmdline", byteLimit: 16 << 20) else { break }
            guard String(validating: file.bytes, as: UTF8.self) == nil else { break }
            throw UsageError(
                "argument \(number + 1) is not UTF-8: \(UsageError.quoted(word))", help: "write it in UTF-8")
        }
        return words
    }
}
