/// How a program takes code, and so where no value of a link may stand on its command line.
enum ProgramRule: Sendable {
    /// It runs what its first operands name, as `python3 SCRIPT VALUE`: no value stands before or among them, and none in
    /// an option there. What follows belongs to the script.
    case interpreter(OptionTable, operands: Int = 1)
    /// Some of its options take code, and its first operands may be code, as `sed SCRIPT VALUE`: values stand elsewhere.
    ///
    /// Where `prefixed`, an operand of the value alone is refused too, as in `systemctl start podcast@$(episode).service`.
    case tool(OptionTable, operands: Int = 0, prefixed: Bool = false)
    /// It starts the program that it is given, as `timeout 5 PROGRAM VALUE`: that program's rule holds for what follows.
    ///
    /// Before the program stand these words; `*` is any word. An option that is not listed makes every value code: where the
    /// program begins is then unknown. Where options are needed, no value may follow without one of them.
    case launcher(OptionTable, after: [String] = [], needing: [String] = [])
    /// Its arguments are a command, or what it does with them cannot be told by their places: no value stands anywhere.
    case everything
    /// It takes text, wherever it stands.
    case nothing

    /// Whether a value is text wherever it stands.
    var takesText: Bool {
        switch self {
        case .nothing: true
        case .interpreter, .tool, .launcher, .everything: false
        }
    }

    /// What an author does who has a value where it would be code.
    var help: String {
        switch self {
        case .interpreter(let options, _):
            options.takesNameBehindCode
                ? "write the script as a literal argument and the value behind it; code has a name behind it first, as in "
                    + "`-c CODE NAME VALUE`"
                : "write the script, or its code, as a literal argument, and the value behind it"
        case .tool: "write the code as a literal argument, and pass the value to an option or operand that takes data"
        case .launcher(_, _, let needed) where !needed.isEmpty:
            "write \(needed.map { "`\($0)`" }.joined(separator: " or ")) before the program, and no value among its options"
        case .launcher, .everything, .nothing: "start the program itself that shall get the value"
        }
    }
}
