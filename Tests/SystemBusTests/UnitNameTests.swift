import Foundation
import SystemBus
import TestSupport
import Testing

@Suite struct UnitNameTests {
    @Test(arguments: [
        "backup.service", "play@7.service", "a.service", "a@b@c.service", #"play@a-b\x2dc.service"#,
        "A:b-c_d.e@f.service",
        "..service", String(repeating: "a", count: 247) + ".service",
    ])
    func `a service's name is taken as it is`(_ name: String) {
        #expect(UnitName(name)?.text == name)
    }

    @Test(arguments: [
        "", ".service", "backup", "backup.timer", "backup.service.timer", "backup.Service", "@.service", "@7.service",
        "play@.service", "a/b.service", "a b.service", "a\n.service", "ä.service", "a%i.service", "a\0.service",
        "a.service ",
        "../a.service", "play@$(x).service", String(repeating: "a", count: 248) + ".service",
    ])
    func `a text that no service can have as its name is refused`(_ name: String) {
        #expect(UnitName(name) == nil)
    }

    @Test func `an instance is escaped, and its template is known`() throws {
        #expect(UnitName.escaped("a/b-c") == #"a-b\x2dc"#)
        #expect(UnitName.escaped("") == "")
        #expect(UnitName.escaped("../x") == #"\x2e.-x"#)
        #expect(UnitName.escaped("-rf\n%@\\") == #"\x2drf\x0a\x25\x40\x5c"#)
        let unit = try #require(UnitName("play@" + UnitName.escaped("a/b") + ".service"))
        #expect(unit.text == "play@a-b.service" && unit.template == "play@.service")
        #expect(UnitName("play.service")?.template == nil)
        #expect(unit.objectPath == "/org/freedesktop/systemd1/unit/play_40a_2db_2eservice")
        #expect(UnitName("0a.service")?.objectPath == "/org/freedesktop/systemd1/unit/_30a_2eservice")
    }

    /// True where the program that the escaping is compared with is installed.
    private static let hasReference: Bool = {
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-escape") { return true }
        print("skipped: escaping of unit names: systemd-escape is not installed (Debian: systemd)")
        return false
    }()

    /// Texts of characters that escaping treats apart, of all bytes but NUL, and of any scalars.
    private static func texts(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
        let awkward = Array(#"/.-\@%:_ ab0'"$`x2d"#.unicodeScalars) + ["\n", "\t", "\u{7F}", "ä", "\u{301}", "😀"]
        return (0..<count).map { number in
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...24, using: &generator) {
                let any = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator)) ?? "-"
                text.append(number % 3 == 0 ? any : awkward[Int.random(in: 0..<awkward.count, using: &generator)])
            }
            return String(text)
        }
    }

    @Test(.enabled(if: hasReference)) func `ten thousand texts are escaped as systemd-escape does`() throws {
        var generator = SeededGenerator(for: "unit names")
        for _ in 0..<20 {
            let texts = Self.texts(500, &generator)
            let run = try ChildProgram.run("/usr/bin/systemd-escape", ["--"] + texts)
            try #require(run.exit == .code(0), "\(run.errors)")
            let expected = run.output.dropLast().split(separator: " ", omittingEmptySubsequences: false)
            try #require(expected.count == texts.count)
            for (text, escaped) in zip(texts, expected) {
                #expect(UnitName.escaped(text) == String(escaped), "\(text.debugDescription)")
                #expect((UnitName("a@\(escaped).service") == nil) == (escaped.utf8.count > UnitName.byteLimit - 10))
                #expect(UnitName.escaped(text).utf8.count <= UnitName.escapedByteLimit * text.utf8.count)
            }
        }
    }
}
