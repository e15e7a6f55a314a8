import Foundation
import Testing

struct PlainEnglishTests {
    /// Words that make a sentence a riddle, and what to write.
    private static let words: [(pattern: String, advice: String)] = [
        (#"\b[Ww]hoever\b"#, "name the user, caller or program"),
        (#"\b[Ss]omebody\b"#, "name the user, caller or program"),
        // In quotes, in backquotes, behind a dot or as an enum case it is the name of an actor, a source or the Unix user.
        (#"(^|[^.\"`\w])[Nn]obody\b(?!\")"#, "say what does not happen"),
        (#"\b([Cc]ame|[Cc]omes?) to\b(?! (an|the) end\b)"#, "name the result"),
    ]

    /// The documents that users read, and the texts of the sources.
    private static let texts: [String] =
        ["README.md", "SECURITY.md", "CHANGELOG.md"]
        + House.files.filter { file in ["Sources/", "docs/", "scripts/", "systemd/"].contains { file.hasPrefix($0) } }

    @Test func `no comment and no text for users has a word that makes it a riddle`() throws {
        for (pattern, advice) in Self.words {
            let regex = try Regex(pattern)
            for path in Self.texts {
                let lines = House.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
                for (index, line) in lines.enumerated() where line.contains(regex) && line.trimmed != "case nobody" {
                    Issue.record("\(path):\(index + 1): \(String(line).trimmed): \(advice)")
                }
            }
        }
    }

    @Test func `every Swift file that a comment names exists`() {
        let names = Set(House.files.compactMap { $0.split(separator: "/").last.map(String.init) })
        for file in House.sources {
            for (index, line) in file.lines.enumerated() {
                guard line.contains(".swift"), let comment = line.range(of: "//") else { continue }
                for name in line[comment.upperBound...].matches(of: /[A-Z][\w+]*\.swift\b/) {
                    let isThere = names.contains(String(name.output))
                    #expect(isThere, "\(file.path):\(index + 1): \(name.output)")
                }
            }
        }
    }
}
