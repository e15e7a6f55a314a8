import ArgumentParser
internal import Conf
internal import Varlink

/// The output format of a command.
enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    /// JSON Lines: one object per input.
    case json
}

/// The `--format` option of every command.
struct FormatOption: ParsableArguments {
    @Option(name: .customLong("format"), help: "text for people, or json: one object per line.")
    var named = Format.text
    @Flag(name: .customLong("json"), help: "The same as --format json.")
    var isJSON = false

    /// The format of the output.
    var format: Format { isJSON ? .json : named }

    /// Prints a value as one line of JSON, or else a text for people.
    func show<Shown: WireValue>(
        _ value: @autoclosure () throws -> Shown, text: () throws -> Void
    ) rethrows {
        switch format {
        case .json: Output.json(try value())
        case .text: try text()
        }
    }

    /// Prints each value as one line of JSON, or else a text for people about all of them.
    func show<Shown: WireValue>(each values: @autoclosure () -> [Shown], text: () throws -> Void) rethrows {
        switch format {
        case .json: for value in values() { Output.json(value) }
        case .text: try text()
        }
    }

    /// Prints a value as one line of JSON, or else a line of text.
    func show<Shown: WireValue>(
        _ value: @autoclosure () throws -> Shown, line: @autoclosure () throws -> Line
    ) rethrows {
        try show(try value()) { Output.line(try line()) }
    }

    /// Prints what the following lines were made from: before them, or for JSON on standard error.
    ///
    /// - Parameter isAlone: whether the answer is to be used as it is, so that the line goes to standard error.
    func showSource(_ line: String, isAlone: Bool = false) {
        if isAlone || format == .json { Output.error(Escaping.printable(line) + "\n") } else { Output.line(Line(line)) }
    }
}
