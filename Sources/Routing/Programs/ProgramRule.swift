/// How a program takes code, and so where no value of a link may stand on its command line.
enum ProgramRule: Sendable {
    /// It runs what its first operands name, as `python3 SCRIPT VALUE`: no value stands before or among them, and none in
    /// an option there. What follows belongs to the script.
    case interpreter(Usage)
    /// Some of its options take code, and its first operands may be code, as `sed SCRIPT VALUE`: values stand elsewhere.
    case tool(Usage)
    /// It starts the program that it is given, as `timeout 5 PROGRAM VALUE`: that program's rule holds for what follows.
    ///
    /// An option that is not listed makes every value code: where the program begins is then unknown.
    case launcher(Usage)
    /// Its arguments are a command, or what it does with them cannot be told by their places: no value stands anywhere.
    case everything
    /// It takes text, wherever it stands.
    case nothing

    /// Whether a value is text wherever it stands.
    var takesText: Bool { if case .nothing = self { true } else { false } }

    /// What to write instead of a value where it would be code.
    var help: String {
        switch self {
        case .interpreter(let usage):
            usage.takesNameBehindCode
                ? "write the script as a literal argument and the value behind it; code has a name behind it first, as in "
                    + "`-c CODE NAME VALUE`"
                : "write the script, or its code, as a literal argument, and the value behind it"
        case .tool: "write the code as a literal argument, and pass the value to an option or operand that takes data"
        case .launcher(let usage) where !usage.neededOptions.isEmpty:
            "write \(usage.neededOptions.map { "`\($0)`" }.joined(separator: " or ")) before the program, "
                + "and no value among its options"
        case .launcher, .everything, .nothing: "start the program itself that shall get the value"
        }
    }
}
