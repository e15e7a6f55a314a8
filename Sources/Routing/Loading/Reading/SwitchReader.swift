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
import Contract
import Features

/// Reads switches: their defaults, and where a runtime switch is read.
struct SwitchReader: BlockReader {
    let table: TableReading

    /// *Shape*: `require runtime on|off`, `require runtime from ORIGIN [= on|off]`.
    func readRuntime(_ statement: Int) -> Constraint? {
        let words = arguments(statement, from: 2)
        guard words.first?.text == "from" else { return readDefault(statement).map { .runtime(byDefault: $0) } }
        let equals = words.firstIndex { $0.text == "=" }
        let origin = readOrigin(Array(words[1..<(equals ?? words.count)]), statement)
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
        guard words.count == 2, words[1].text == "shared", let isOn = Self.position(words[0]) else {
            return readDefault(statement).map { .toggle(byDefault: $0) }
        }
        return .toggle(byDefault: isOn, isShared: true)
    }

    /// Reads the default of a switch that has nothing else.
    private func readDefault(_ statement: Int) -> Bool? {
        let words = arguments(statement, from: 2)
        if words.count == 1, let isOn = Self.position(words[0]) { return isOn }
        return refuse(
            .badConstraint, words.first?.place ?? document.place(of: statement),
            words.count > 1 ? "a switch has one default" : "a switch needs its default, `on` or `off`",
            help: "it is written `require \(word(1, statement)) on|off`")
    }

    private static func position(_ word: PlacedWord) -> Bool? { ["on": true, "off": false][word.text] }

    // MARK: Origins

    /// What a switch can be read from.
    private enum Origin: String, CaseIterable {
        case file, varlink
    }

    private func readOrigin(_ words: [PlacedWord], _ statement: Int) -> SwitchOrigin? {
        let fileExample = "as in `require runtime from file /run/app/switch`"
        switch words.first.flatMap({ Origin(rawValue: $0.text) }) {
        case .file where words.count == 2: return readSwitchFile(words[1])
        case .varlink where words.count == 3 || words.count > 3 && words[3].text == "grace":
            let service = ServiceReader(table: table, fault: .badConstraint)
            let (path, method) = (service.readAddress(words[1]), service.readMethod(words[2]))
            let grace = words.count == 3 ? .zero : readGrace(words[3...])
            guard let path, let method, let grace else { return nil }
            return .varlink(path: path, method: method, grace: grace)
        case .file:
            if words.count > 2, words[2].text == "grace" {
                return refuse(
                    .badConstraint, words[2].place, "only a service has a grace",
                    help: "remove it: a file that cannot be read is undetermined at once")
            }
            return refuse(
                .badConstraint, document.place(of: statement), "a switch is read from one file", help: fileExample)
        case .varlink:
            return refuse(
                .badConstraint, document.place(of: statement), "a service has an address and a method",
                help: "as in `require runtime from varlink unix:/run/flags io.example.Flags.Get`")
        case nil:
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a switch is read from a file or by varlink",
                help: words.first.map { Suggestion.help(for: $0.text, among: Origin.allCases.map(\.rawValue)) }
                    ?? fileExample)
        }
    }

    /// Reads `grace 10s`, whose first word is known.
    private func readGrace(_ words: ArraySlice<PlacedWord>) -> Duration? {
        let times = words.dropFirst()
        if times.count == 1, let word = times.first, let grace = Quantity.duration(word.text), grace > .zero,
            grace <= Limits.longestSourceGrace
        {
            return grace
        }
        return refuse(
            .badConstraint, (times.first ?? words[words.startIndex]).place,
            times.count > 1 ? "a grace is one time" : "a grace is a time from 1ms to 1h",
            help: "as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`")
    }

    private func readSwitchFile(_ word: PlacedWord) -> SwitchOrigin? {
        if Name.isPlainPath(word.text) { return .file(word.text) }
        return refuse(
            .badConstraint, word.place, "a file of a switch is named by its absolute path",
            help: "without `.`, `..` and empty parts, as in `/run/app/switch`")
    }
}
