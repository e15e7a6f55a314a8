// A runtime switch that a file or a service keeps. The table says where it is read, and its default:
//
//     require runtime from file /run/app/switch
//     require runtime from varlink unix:/run/flags io.example.Flags.Get = on
//     require runtime from varlink unix:/run/flags io.example.Flags.Get grace 10s
//
// `= on` is its default, as `= 1` is the default of an input; without it the default is off. The default counts where
// the switch is not read: tests, checks and explanations without a daemon read no files and call no services. A service
// may also answer that the default counts. The last answer of a service that stopped answering counts for the grace;
// without one it does not count, and the switch is undetermined.

import Conf
import Features

/// Reads an operator's switch: its default, and where it is read.
struct RuntimeReader: RequirementReader {
    static let order = 40
    static let choices = ["on", "off", "from"]
    let table: TableReading

    /// *Shape*: `require runtime on|off`, `require runtime from ORIGIN [= on|off]`.
    func requirement(_ statement: Int) -> RuntimeSwitch? {
        let words = arguments(statement, from: 2)
        guard isKeyword(words.first, "from") else { return readDefault(statement).map { .init(byDefault: $0) } }
        let equals = words.firstIndex { isKeyword($0, "=") }
        let origin = readPlace(of: .runtime, Array(words[1..<(equals ?? words.count)]), statement)
        guard let equals else { return origin.map { .init(byDefault: false, origin: $0) } }
        let defaults = words[(equals + 1)...]
        guard defaults.count == 1, let word = defaults.first, let isOn = position(word) else {
            return refuse(
                .badConstraint, defaults.first?.place ?? words[equals].place,
                defaults.count > 1 ? "a switch has one default" : "a switch's default is `on` or `off`",
                help: "as in `require runtime from file /run/app/switch = on`; without one it is off")
        }
        return origin.map { .init(byDefault: isOn, origin: $0) }
    }
}

/// Reads a user's own switch: its default, and whether the machine's counts until the user moves it.
struct ToggleReader: RequirementReader {
    static let order = 70
    static let choices = ["on", "off"]
    let table: TableReading

    /// *Shape*: `require toggle on|off [shared]`.
    func requirement(_ statement: Int) -> UserToggle? {
        let words = arguments(statement, from: 2)
        guard words.count == 2, isKeyword(words[1], "shared"), let isOn = position(words[0]) else {
            return readDefault(statement).map { .init(byDefault: $0) }
        }
        return UserToggle(byDefault: isOn, isShared: true)
    }
}

extension RequirementReader {
    /// Reads the default of a switch that has nothing else.
    fileprivate func readDefault(_ statement: Int) -> Bool? {
        let words = arguments(statement, from: 2)
        if words.count == 1, let isOn = position(words[0]) { return isOn }
        let kind = word(1, statement)
        // `on;` is the end of a statement in other languages.
        let meant = ["on", "off"].first { words.first?.text == $0 + ";" }
        return refuse(
            .badConstraint, words.first?.place ?? document.place(of: statement),
            words.count > 1 ? "a switch has one default" : "a switch needs its default, `on` or `off`",
            help: LineAdvice(document: document).comment(behind: statement)
                ?? "it is written `require \(kind) \(meant ?? "on|off")`")
    }

    fileprivate func position(_ word: PlacedWord) -> Bool? { ["on": true, "off": false][word.text] }
}
