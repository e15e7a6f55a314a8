import HostSystem
import Testing

@testable import EventLoop
@testable import Serving

@Suite struct LogLineTests {
    private func text(
        _ message: LogMessage, _ fields: Log.Fields = [:], level: LogLevel = .info, _ form: LogForm = .plain
    ) -> String {
        let log = Log(form, level: .debug)
        log.write(level, message, fields)
        return log.lines.text
    }

    @Test(arguments: [(LogLevel.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3)])
    func `the journal's entries have syslog's priority behind the message`(level: LogLevel, priority: Int) {
        #expect(
            text("m", level: level, .journal)
                == "MESSAGE=m\nPRIORITY=\(priority)\nSYSLOG_IDENTIFIER=deeplinkd\n\0")
        #expect(text("m", level: level) == "m\n")
    }

    @Test func `an entry has the id of its message, and a field for each key that has one`() {
        let id = "MESSAGE_ID=db1b07925b9c4fe6b4ad9a05b80a9793\n"
        #expect(
            text(.runtimeSwitch, ["feature": "F/G", "to": "on", "uid": "0", "route": "-"], level: .notice, .journal)
                == "MESSAGE=runtime switch feature=F/G route=- to=on uid=0\nPRIORITY=5\nSYSLOG_IDENTIFIER=deeplinkd\n"
                + id + "DEEPLINKD_FEATURE=F/G\nDEEPLINKD_PEER_UID=0\n\0")
    }

    @Test func `fields follow the message, sorted by key and quoted where it has to be`() {
        #expect(
            text("m", ["b": "2", "a": "1 2", "c": "", "d": "say \"x\""]) == #"m a="1 2" b=2 c="" d="say \"x\"""# + "\n")
    }

    @Test(arguments: [LogForm.plain, .journal, .terminal(hasColours: false)])
    func `no value can begin a line, a priority, a field or a pair of its own`(form: LogForm) {
        let values: Log.Fields = ["a": "1\n<0>forged b=2", "e": "\u{1B}[2J\u{202E}", "code": "x\0\nPRIORITY=0"]
        let text = text("m", values, form)
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(!text.contains("\nPRIORITY=0") && text.count { $0 == "\0" } == (form == .journal ? 1 : 0))
        #expect(form == .journal || text.count { $0 == "\n" } == 1)
        #expect(self.text("m", ["a": "\" b=\"2"]) == #"m a="\" b=\"2""# + "\n")
    }

    @Test(arguments: LogLevel.allCases)
    func `a log has the lines of its level and of all above it, and makes no fields for the others`(level: LogLevel) {
        let (log, all) = (Log(level: level), LogLevel.allCases)
        var made: [String] = []
        for line in all {
            func fields() -> Log.Fields {
                made.append(line.rawValue)
                return ["level": line.rawValue]
            }
            switch line {
            case .error: log.error("m", fields())
            case .warning: log.warning("m", fields())
            case .notice: log.notice("m", fields())
            case .info: log.info("m", fields())
            case .debug: log.debug("m", fields())
            }
        }
        #expect(made == all.prefix { $0 != level }.map(\.rawValue) + [level.rawValue])
        #expect(log.lines.text == made.map { "m level=\($0)\n" }.joined())
    }

    @Test(arguments: [
        (LogLevel.debug, "\u{1B}[2mm\u{1B}[0m"), (.info, "m"), (.notice, "\u{1B}[1mm\u{1B}[0m"),
        (.warning, "\u{1B}[1;33mm\u{1B}[0m"), (.error, "\u{1B}[1;31mm\u{1B}[0m"),
    ])
    func `on a terminal a line has the time of day, and the message a colour by level`(
        level: LogLevel, message: String
    ) {
        let coloured = text("m", ["a": "1"], level: level, .terminal(hasColours: true))
        #expect(coloured.dropFirst(12) == " \(message) a=1\n")
        let plain = text("m", ["a": "1"], level: level, .terminal(hasColours: false))
        #expect(plain.wholeMatch(of: /\d\d:\d\d:\d\d\.\d{3} m a=1\n/) != nil, "\(plain)")
    }

    @Test func `lost lines are counted in each form`() {
        for (form, report) in [
            (LogForm.plain, "lines lost count=1\n"),
            (.journal, "MESSAGE=lines lost count=1\nPRIORITY=4\nSYSLOG_IDENTIFIER=deeplinkd\n"),
        ] {
            let log = Log(form, level: .error)
            log.error("m", ["a": String(repeating: "x", count: 300 << 10)])
            #expect(log.lines.text.hasPrefix(report))
        }
    }

    @Test func `the form is the journal's only if standard error is the stream that the variable names`() {
        // Standard error of a test run is no journal, whatever the variable says.
        for name in ["8:1", "", ":", "8:1:2", "x"] {
            #expect(LogForm(of: .errors, environment: ["JOURNAL_STREAM": name]) != .journal)
        }
    }

    @Test func `the level of the environment is info unless it names another, and must be one`() throws {
        #expect(try LogLevel.named(in: [:]) == .info)
        for level in LogLevel.allCases {
            #expect(try LogLevel.named(in: ["DEEPLINKD_LOG_LEVEL": level.rawValue]) == level)
        }
        for value in ["", "Info", "loud"] {
            do {
                _ = try LogLevel.named(in: ["DEEPLINKD_LOG_LEVEL": value])
                Issue.record("\(value) is no level")
            } catch {
                #expect(
                    "\(error)"
                        == "DEEPLINKD_LOG_LEVEL=\(value): say one of error, warning, notice, info, debug")
            }
        }
    }
}
