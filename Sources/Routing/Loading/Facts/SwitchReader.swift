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

/// Reads switches: their defaults, and where a runtime switch is read.
struct SwitchReader: BlockReader {
    let table: TableReading

    /// *Shape*: `require runtime on|off`, `require runtime from ORIGIN [= on|off]`.
    func readRuntime(_ statement: Int) -> Constraint? {
        let words = arguments(statement, from: 2)
        guard isKeyword(words.first, "from") else { return readDefault(statement).map { .runtime(byDefault: $0) } }
        let equals = words.firstIndex { isKeyword($0, "=") }
        let origin = PlaceReader(table: table, fact: .runtime)
            .read(Array(words[1..<(equals ?? words.count)]), statement)
        guard let equals else { return origin.map { .runtime(byDefault: false, from: $0) } }
        let defaults = words[(equals + 1)...]
        guard defaults.count == 1, let word = defaults.first, let isOn = Self.position(word) else {
            return refuse(
                .badConstraint, defaults.first?.place ?? words[equals].place,
                defaults.count > 1 ? "a switch has one default" : "a switch's default is `on` or `off`",
                help: "as in `require runtime from file /run/app/switch = on`; without one it is off")
        }
        return origin.map { .runtime(byDefault: isOn, from: $0) }
    }

    /// *Shape*: `require toggle on|off [shared]`.
    func readToggle(_ statement: Int) -> Constraint? {
        let words = arguments(statement, from: 2)
        guard words.count == 2, isKeyword(words[1], "shared"), let isOn = Self.position(words[0]) else {
            return readDefault(statement).map { .toggle(byDefault: $0) }
        }
        return .toggle(byDefault: isOn, isShared: true)
    }

    /// Reads the default of a switch that has nothing else.
    private func readDefault(_ statement: Int) -> Bool? {
        let words = arguments(statement, from: 2)
        if words.count == 1, let isOn = Self.position(words[0]) { return isOn }
        let kind = word(1, statement)
        // `on;` is the end of a statement in other languages.
        let meant = ["on", "off"].first { words.first?.text == $0 + ";" }
        return refuse(
            .badConstraint, words.first?.place ?? document.place(of: statement),
            words.count > 1 ? "a switch has one default" : "a switch needs its default, `on` or `off`",
            help: LineAdvice(document: document).comment(behind: statement)
                ?? "it is written `require \(kind) \(meant ?? "on|off")`")
    }

    private static func position(_ word: PlacedWord) -> Bool? { ["on": true, "off": false][word.text] }
}
