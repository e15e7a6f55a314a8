// A runtime switch that somebody else keeps. The table says where it is read and what counts where nothing is read:
//
//     require runtime from file /run/app/switch
//     require runtime from varlink unix:/run/flags io.example.Flags.Get = on
//
// `= on` is its default as `= 1` is an input's, off where nothing is said: tests, checks and explanations without a
// daemon read no files and call nobody, and a service may say that it leaves the answer to the default.

import Conf
import Features

extension TableReader {
    /// *Shape*: `require runtime on|off`, `require runtime from ORIGIN [= on|off]`.
    mutating func readRuntime(_ statement: Int) -> Constraint? {
        let words = arguments(statement, from: 2)
        guard words.first?.text == "from" else { return readSwitch(statement).map { .runtime(byDefault: $0) } }
        let equals = words.firstIndex { $0.text == "=" }
        let origin = readOrigin(Array(words[1..<(equals ?? words.count)]), statement)
        guard let equals else { return origin.map { .runtime(byDefault: false, from: $0) } }
        let defaults = words[(equals + 1)...]
        guard defaults.count == 1, let word = defaults.first, ["on", "off"].contains(word.text) else {
            report(
                .badConstraint, defaults.first?.place ?? words[equals].place,
                defaults.count > 1 ? "a switch has one default" : "a switch's default is `on` or `off`",
                help: "as in `require runtime from file /run/app/switch = on`; without one it is off")
            return nil
        }
        return origin.map { .runtime(byDefault: word.text == "on", from: $0) }
    }

    private mutating func readOrigin(
        _ words: [(text: String, place: SourceRange)], _ statement: Int
    ) -> SwitchOrigin? {
        switch (words.first?.text, words.count) {
        case ("file", 2): return readSwitchFile(words[1])
        case ("varlink", 3):
            let path = readAddress(words[1])
            let isMethod = isMethod(words[2])
            return isMethod ? path.map { .varlink(path: $0, method: words[2].text) } : nil
        case ("file", _):
            report(
                .badConstraint, document.place(of: statement), "a switch is read from one file",
                help: "as in `require runtime from file /run/app/switch`")
        case ("varlink", _):
            report(
                .badConstraint, document.place(of: statement), "a service has an address and a method",
                help: "as in `require runtime from varlink unix:/run/flags io.example.Flags.Get`")
        case (let other, _):
            report(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a switch is read from a file or by varlink",
                help: other.map { Suggestion.help(for: $0, among: ["file", "varlink"]) }
                    ?? "as in `require runtime from file /run/app/switch`")
        }
        return nil
    }

    private mutating func readSwitchFile(_ word: (text: String, place: SourceRange)) -> SwitchOrigin? {
        if Self.isPlainPath(word.text) { return .file(word.text) }
        report(
            .badConstraint, word.place, "a file of a switch is named by its absolute path",
            help: "without `.`, `..` and empty parts, as in `/run/app/switch`")
        return nil
    }

    private mutating func readAddress(_ word: (text: String, place: SourceRange)) -> String? {
        let path = String(word.text.dropFirst(5))
        guard word.text.hasPrefix("unix:"), Self.isPlainPath(path), !path.utf8.contains(UInt8(ascii: ";")) else {
            report(
                .badConstraint, word.place, "`\(word.text)` is no address of a service of this machine",
                help: "write `unix:` and the absolute path of its socket, as in `unix:/run/flags`")
            return nil
        }
        // 108 bytes hold the path and its NUL in the kernel's address.
        guard path.utf8.count < 108 else {
            report(
                .badConstraint, word.place,
                "the path of a socket has at most 107 bytes, this one has \(path.utf8.count)",
                help: "have the service listen at a shorter one")
            return nil
        }
        return path
    }

    private mutating func isMethod(_ word: (text: String, place: SourceRange)) -> Bool {
        let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
        let interface = parts.dropLast()
        let isSound =
            interface.count > 1 && Self.isMember(parts.last ?? "")
            && interface.first?.utf8.first.map(Self.isLetter) == true && interface.allSatisfy(Self.isLabel)
        if !isSound {
            report(
                .badConstraint, word.place, "`\(word.text)` is no method of an interface",
                help: "as in `io.example.Flags.Get`")
        }
        return isSound
    }

    /// Absolute, and the same by every way of reading it.
    private static func isPlainPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.hasPrefix("/") && parts.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }
    }

    private static func isMember(_ name: Substring) -> Bool {
        name.utf8.first.map { (0x41...0x5A).contains($0) } == true && name.utf8.allSatisfy(isLetterOrDigit)
    }

    /// *Shape*: letters and digits, with hyphens inside.
    ///
    /// *Source*: UAPI.20, the grammar of interface names.
    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { $0 == 0x2D || isLetterOrDigit($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
