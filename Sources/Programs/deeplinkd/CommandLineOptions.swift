internal import Conf
import Contract
import HostSystem
import Serving

/// The options of the daemon's command line.
struct CommandLineOptions {
    /// What is printed instead of a start.
    enum Page {
        case version, help
    }

    var daemon = DaemonOptions(wings: .ofThisProgram)
    /// nil for that of the environment.
    var level: LogLevel?
    var page: Page?
    /// True to check the table in place of a start.
    var isCheck = false

    /// Reads the words behind the program's name; with `--help` or `--version` among them no other word is wrong.
    ///
    /// *Throws*: `CommandLineFault` for the first word that is wrong.
    init(_ words: [String]) throws {
        let all = CommandLineOption.all
        let names = all.map { OptionWord.Name($0.name, letter: $0.letter, takesValue: $0.value != nil) }
        var (faults, operands) = ([CommandLineFault](), [String]())
        for word in try OptionWord.read(words, names) {
            switch word {
            case .operand(let text): operands.append(text)
            case .unknown(let name): faults.append(CommandLineFault(unknown: name))
            case .missingValue(let index, let name): faults.append(CommandLineFault(noValueOf: all[index], as: name))
            case .option(let index, let name, let value):
                let (option, values) = (all[index], all[index].values)
                option.read(&self, value)
                if !values.isEmpty, !values.contains(value) {
                    faults.append(CommandLineFault(wrong: value, of: option, as: name))
                }
            }
        }
        if !operands.isEmpty { faults.append(CommandLineFault(unexpected: operands)) }
        if page == nil, let fault = faults.first { throw fault }
    }
}

/// Why the command line cannot be used.
struct CommandLineFault: Error {
    private let sentence: String
    /// What the option is for, if the fault is one of its value.
    private var help = ""

    fileprivate init(unknown name: String) {
        let nearest = Suggestion.nearest(to: name, among: CommandLineOption.all.map { "--" + $0.name })
        sentence = "Unknown option '\(name)'" + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
    }

    fileprivate init(noValueOf option: CommandLineOption, as name: String) {
        sentence = "Missing value for '\(name)\(option.valueLabel)'"
        help = Self.help(for: option, as: name)
    }

    fileprivate init(wrong value: String, of option: CommandLineOption, as name: String) {
        let values = option.values.map { "'\($0)'" }
        let choice = values.dropLast().joined(separator: ", ") + " or " + (values.last ?? "")
        sentence = "The value '\(value)' is invalid for '\(name)\(option.valueLabel)'. Please provide one of \(choice)."
        help = Self.help(for: option, as: name)
    }

    fileprivate init(unexpected operands: [String]) {
        let names = operands.map { "'\($0)'" }.joined(separator: ", ")
        sentence =
            operands.count == 1 ? "Unexpected argument \(names)" : "\(operands.count) unexpected arguments: \(names)"
    }

    private static func help(for option: CommandLineOption, as name: String) -> String {
        "Help:  \(name)\(option.valueLabel)  \(option.summary)\n"
    }

    /// *Shape*: lines, the last without its end.
    var text: String {
        "Error: \(sentence)\n\(help)Usage: \(CommandLineOption.usage)\n  See 'deeplinkd --help' for more information."
    }
}
